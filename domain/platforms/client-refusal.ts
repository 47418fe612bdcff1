import { randomUUIDv7 } from 'node:crypto'
import { purgeOf, rows, run, sql, type Db } from '#server/db.ts'

/**
 * A request of a platform that the OpenID provider refused. Its texts are from fixed lists, except `value`, which is
 * from the request.
 */
export type ClientRefusal = {
  endpoint: string
  /** OAuth error code that the platform received. */
  error: string
  /** Detailed reason, for admins only; empty if the reason is not on the list. */
  reason: string
  /** The refused value, such as a redirect URI, shortened by the OpenID provider; empty if the reason is about none. */
  value: string
  requestId: string
  ipAddress: string
  at: Date
}

/**
 * Maximum number of refusals stored per platform. Limited because anyone who knows the platform's id can cause
 * refusals.
 */
const maxPerPlatform = 20

/**
 * Returns the refusals to keep: the latest of each kind, then the second latest of each, and so on up to the maximum,
 * so that many refusals of one kind do not displace the others. Input and output are sorted, the oldest first.
 */
export function latestOfEachKind(refusals: readonly ClientRefusal[]): ClientRefusal[] {
  const counts = new Map<string, number>()
  return refusals
    .map((refusal, index) => ({ refusal, index }))
    .toReversed()
    .map(({ refusal, index }) => {
      const { endpoint, error, reason } = refusal
      const kind = JSON.stringify([endpoint, error, reason])
      const rank = (counts.get(kind) ?? 0) + 1
      counts.set(kind, rank)
      return { refusal, index, rank }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxPerPlatform)
    .toSorted((a, b) => a.index - b.index)
    .map(({ refusal }) => refusal)
}

/** Returns the subquery that ranks stored refusals like `latestOfEachKind`; `position` counts from 1 per platform. */
const rankedRefusals = (platformIds: readonly string[]) => sql`(
  select *, row_number() over (partition by subsystem_id order by rank_in_kind, refused_at desc) as position
  from (select *, row_number() over (
          partition by subsystem_id, endpoint, error, reason order by refused_at desc) as rank_in_kind
        from client_refusals where subsystem_id = any(${platformIds}::text[])) of_kind)`

/**
 * Stores refusals, keyed by the id of their platform, and deletes earlier ones beyond the maximum. One statement, which
 * does not see the rows that it adds; the next call deletes their excess.
 */
export async function storeClientRefusals(
  db: Db,
  refusals: ReadonlyMap<string, readonly ClientRefusal[]>,
): Promise<void> {
  const added = [...refusals].flatMap(([platformId, ofPlatform]) =>
    ofPlatform.map((each) => ({ ...each, id: randomUUIDv7(), platformId })),
  )
  await run(db)`
    with added as (
      insert into client_refusals (id, subsystem_id, endpoint, error, reason, value, request_id, ip_address, refused_at)
      select a.id, s.id, a.endpoint, a.error, a.reason, a.value, a."requestId", a."ipAddress", a.at
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a(
        id uuid, "platformId" text, endpoint text, error text, reason text, value text, "requestId" text,
        "ipAddress" text, at timestamptz)
      join subsystems s on s.id = a."platformId")
    delete from client_refusals
    where id in (
      select id from client_refusals
      where id in (
        select id from ${rankedRefusals([...refusals.keys()])} p where position > ${maxPerPlatform})
      order by id for update skip locked)`
}

export type StoredClientRefusal = ClientRefusal & { id: string }

/** Lists the stored refusals of a platform, the latest first. */
export function listClientRefusals(db: Db, platformId: string): Promise<StoredClientRefusal[]> {
  return rows<StoredClientRefusal>(db)`
    select id, endpoint, error, reason, value, request_id, ip_address, refused_at as at
    from ${rankedRefusals([platformId])} p where position <= ${maxPerPlatform}
    order by refused_at desc, id desc`
}

export type FoundClientRefusal = StoredClientRefusal & { platformId: string; platform: string }

/** Finds refusals by the beginning of their request id, the latest first, at most `take`. */
export function findClientRefusals(
  db: Db,
  requestId: string,
  take: number,
): Promise<FoundClientRefusal[]> {
  const last = `${requestId}${'z'.repeat(64)}`
  return rows<FoundClientRefusal>(db)`
    select r.id, r.subsystem_id as platform_id, s.name as platform, r.endpoint, r.error, r.reason, r.value,
           r.request_id, r.ip_address, r.refused_at as at
    from client_refusals r join subsystems s on s.id = r.subsystem_id
    where r.request_id between ${requestId} and ${last} and starts_with(r.request_id, ${requestId})
    order by r.refused_at desc, r.id desc limit ${take}`
}

export const deleteOldClientRefusals = purgeOf(
  'client_refusals',
  sql`refused_at < now() - interval '30 days'`,
)
