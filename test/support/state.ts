import { db } from '#server/db.ts'

/** Activates or deactivates a user by id, or a company by name. */
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
