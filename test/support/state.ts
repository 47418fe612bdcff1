import { db } from '#server/db.ts'

/** Activates or deactivates a person by her id, or a company by its name. */
export async function setActive(
  table: 'users' | 'partners',
  which: string,
  active: boolean,
): Promise<void> {
  await db.query(
    `update ${table} set active = $2 where ${table === 'users' ? 'id::text' : 'name'} = $1`,
    [which, active],
  )
}
