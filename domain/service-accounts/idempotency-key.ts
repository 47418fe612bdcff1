import { purgeOf, row, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

const retention = sql`interval '24 hours'`

type IdempotentRequest = {
  /** Scope of the key: different owners may use equal keys. */
  owner: string
  key: string
  body: unknown
}

/**
 * Runs an action once per key of an owner in 24 hours. Concurrent requests wait for the action; they and later requests
 * get its answer. Returns undefined if the key was used with another body. If the action throws, the key stays unused.
 */
export function runOncePerKey<Answer>(
  db: Db,
  { owner, key, body }: IdempotentRequest,
  action: (tx: Transaction) => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  const keyHash = tokenHash(key)
  const bodyHash = tokenHash(JSON.stringify(body))
  return transaction(db, async (tx) => {
    // Writes no row while the key is in use, but reuses an expired row.
    const claimedCount = await run(tx)`
      insert into idempotency_keys as k (owner, key_hash, body_hash)
      values (${owner}, ${keyHash}, ${bodyHash})
      on conflict (owner, key_hash) do update
      set body_hash = excluded.body_hash, answer = null, created_at = now()
      where k.created_at <= now() - ${retention}`
    const isThisKey = sql`owner = ${owner} and key_hash = ${keyHash}`
    if (claimedCount === 0) {
      return row<{ answer: Answer }>(tx)`
        select answer from idempotency_keys where ${isThisKey} and body_hash = ${bodyHash}`
    }
    const answer = await action(tx)
    await run(tx)`update idempotency_keys set answer = ${JSON.stringify(answer)} where ${isThisKey}`
    return { answer }
  })
}

export const deleteExpiredIdempotencyKeys = purgeOf(
  'idempotency_keys',
  sql`created_at <= now() - ${retention}`,
)
