import { ago } from '#test/rows.ts'
import { giveRole } from './company.ts'
import { companyOf, updateRows } from './rows.ts'
import { addPerson, processReviews } from './people.ts'

/** Adds a company whose strict review is due, with an owner, a user manager and two users. */
export async function dueReview() {
  const company = `Reviewed ${Date.now()}`
  const [owner, people, ada, grace] = [
    await addPerson({ company }),
    await addPerson({ company, subsystems: [] }),
    await addPerson({ company, subsystems: ['business-hub'] }),
    await addPerson({ company, subsystems: [] }),
  ]
  const reviews = { reviewMonths: 6, reviewStrict: true, createdAt: ago('1 year') }
  await updateRows('partners', companyOf(owner), { delegated: true, ...reviews })
  await giveRole(owner, 'owner')
  await giveRole(people, 'people')
  await processReviews()
  return { owner, ada, grace }
}
