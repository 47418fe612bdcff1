import { randomUUIDv7 } from 'node:crypto'
import { row, run, sql, type Db } from '#server/db.ts'

/** The company of that name; made when there is none. */
export async function partnerNamed(db: Db, name: string): Promise<string> {
  await run(
    db,
    sql`
    insert into partners (id, name) values (${randomUUIDv7()}, ${name}) on conflict (name) do nothing`,
  )
  const found = await row<{ id: string }>(db, sql`select id from partners where name = ${name}`)
  if (!found) throw new Error('the company vanished while it was looked for')
  return found.id
}
