import { run, type Db } from '#server/db.ts'

/** Version of the current terms; a changed text gets a new one. */
const version = '2026-11'

export async function acceptTerms(db: Db, userId: string): Promise<void> {
  await run(db)`
    insert into terms_acceptances (user_id, version) values (${userId}, ${version})
    on conflict (user_id, version) do nothing`
}
