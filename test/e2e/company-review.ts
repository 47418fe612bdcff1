import { addPerson, change, keepReviews, type Person } from './people.ts'

/** A company whose strict review is due: an owner, somebody for its people, and two users. */
export async function dueReview() {
  const company = `Reviewed ${Date.now()}`
  const [owner, people, ada, grace] = [
    await addPerson({ company }),
    await addPerson({ company, subsystems: [] }),
    await addPerson({ company, subsystems: ['business-hub'] }),
    await addPerson({ company, subsystems: [] }),
  ]
  await change(
    `update partners set delegated = true, review_months = 6, review_strict = true, created_at = now() - interval '1 year'
     where id = (select partner_id from users where id = $1)`,
    [owner.id],
  )
  await giveRole(owner, 'owner')
  await giveRole(people, 'people')
  await keepReviews()
  return { owner, ada, grace }
}

export async function giveRole({ id }: Person, role: string): Promise<void> {
  await change(`insert into company_roles (user_id, role, given_by) values ($1, $2, 'system')`, [
    id,
    role,
  ])
}
