import { rows, sql, type Db } from '#server/db.ts'

type Named = { userId: string | null; targetId: string | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Names are joined when they are read: the log itself holds ids, so that a person can be erased. */
export async function namesOf(db: Db, entries: readonly Named[]): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ userId, targetId }) => [userId, targetId]))
  const known = [...ids].filter((id): id is string => id !== null && uuid.test(id))
  if (known.length === 0) return new Map()
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`
    select id, firstname || ' ' || lastname as name from users where id = any(${known}::uuid[])
    union all
    select id, firstname || ' ' || lastname from admins where id = any(${known}::uuid[])
    union all
    select id, name from partners where id = any(${known}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Whom a filter means: an id as it is, an address as everybody who has it; nobody is an empty list. */
export async function idsOf(db: Db, user: string): Promise<string[]> {
  if (!user.includes('@')) return [user.toLowerCase()]
  const found = await rows<{ id: string }>(
    db,
    sql`
    select id from users where email = ${user}
    union all select id from admins where email = ${user}`,
  )
  return found.map(({ id }) => id)
}
