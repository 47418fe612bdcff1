import { batchSize } from '#server/batch-size.ts'
import { config } from '#server/config.ts'
import { row, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

const life = sql`${config.kept.idempotencyKeys}::interval`

type Numbered = {
  /** Whose key it is: two may have the same one. */
  owner: string
  key: string
  /** What is to be done: under one key it is always the same. */
  body: unknown
}

/**
 * Does something once for each key of its sender, also when many ask at once: whoever comes later waits, and is
 * given the first answer. Undefined: the key stands for something else. A deed that throws leaves the key free.
 */
export function runOncePerKey<Answer>(
  db: Db,
  { owner, key, body }: Numbered,
  deed: (tx: Transaction) => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  const keyHash = tokenHash(key)
  const bodyHash = tokenHash(JSON.stringify(body))
  return transaction(db, async (tx) => {
    const taken = await run(
      tx,
      sql`
      insert into idempotency_keys as k (owner, key_hash, body_hash)
      values (${owner}, ${keyHash}, ${bodyHash})
      on conflict (owner, key_hash) do update
      set body_hash = excluded.body_hash, answer = null, created_at = now()
      where k.created_at <= now() - ${life}`,
    )
    const which = sql`owner = ${owner} and key_hash = ${keyHash}`
    if (taken === 0) {
      return row<{ answer: Answer }>(
        tx,
        sql`select answer from idempotency_keys where ${which} and body_hash = ${bodyHash}`,
      )
    }
    const answer = await deed(tx)
    await run(
      tx,
      sql`update idempotency_keys set answer = ${JSON.stringify(answer)} where ${which}`,
    )
    return { answer }
  })
}

/** Forgets some of the keys that mean nothing any more; how many. */
export function deleteExpiredIdempotencyKeys(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= now() - ${life} limit ${batchSize}))`,
  )
}
