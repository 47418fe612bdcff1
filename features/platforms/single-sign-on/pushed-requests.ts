import { db, run, withoutDurability } from '#server/db.ts'

/** A pushed request as it is stored, with its lifetime in seconds. */
export type StoredRequest = { recordId: string; text: string; seconds: number | null }

/** The requests of one client that one statement will save, when it is the client's turn. */
type Batch = { requests: StoredRequest[]; saved: Promise<void> }

const maxBatchSize = 64
const openBatches = new Map<string, Batch>()

/**
 * Saves a pushed request of an authenticated client when `runInTurn` runs the work for it. Requests of the same client
 * that wait for the same turn are saved by one statement, all or none. Throws what `runInTurn` throws.
 */
export function savePushedRequest(
  clientId: string,
  request: StoredRequest,
  runInTurn: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const open = openBatches.get(clientId)
  if (open && open.requests.length < maxBatchSize) {
    open.requests.push(request)
    return open.saved
  }
  const requests = [request]
  const close = () => {
    if (openBatches.get(clientId)?.requests === requests) openBatches.delete(clientId)
  }
  const saved = runInTurn(() => {
    close()
    return insertAll(requests)
  }).finally(close)
  openBatches.set(clientId, { requests, saved })
  return saved
}

/** Inserts records that need not survive a crash of the database. The condition is always true. */
async function insertAll(requests: readonly StoredRequest[]): Promise<void> {
  await run(db)`
    insert into oidc_records (model, id, payload, expires_at)
    select 'PushedAuthorizationRequest', id, payload::jsonb, now() + make_interval(secs => seconds)
    from unnest(${requests.map(({ recordId }) => recordId)}::text[], ${requests.map(({ text }) => text)}::text[],
                ${requests.map(({ seconds }) => seconds)}::float8[]) pushed (id, payload, seconds)
    where ${withoutDurability}`
}
