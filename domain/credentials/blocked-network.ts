import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { fullNameIn } from '../accounts/full-name.ts'
import { affects, purgeOf, row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'

/* Networks that an admin has blocked for a time. `rate-limit.ts` checks them with the limits of addresses. */

/** Maximum number of blocks that are in effect. */
const maxBlockedNetworks = 100

export type BlockedNetwork = {
  id: string
  network: string
  reason: string
  /** Name of the admin; empty if the admin was deleted. */
  blockedBy: string
  blockedAt: Date
  endsAt: Date
}

/** Returns the query for the ends of the blocks that contain an address or network, by one index. */
export function selectBlocks(key: string): Sql {
  return sql`
    select b.ends_at from blocked_networks b where b.network >>= ${key}::inet and b.ends_at > now()`
}

/** Lists the blocks in effect, those that end last first. */
export function listBlockedNetworks(db: Db): Promise<BlockedNetwork[]> {
  return rows<BlockedNetwork>(db)`
    select b.id, b.network::text as network, b.reason, coalesce(${fullNameIn(sql`a`)}, '') as blocked_by,
           b.blocked_at, b.ends_at
    from blocked_networks b left join admins a on a.id = b.blocked_by
    where b.ends_at > now() order by b.ends_at desc, b.id limit ${maxBlockedNetworks}`
}

type NewBlock = { network: string; hours: number; reason: string; adminId: string }

/**
 * Blocks a network. Returns `blocked` if it is blocked already, and `full` if `maxBlockedNetworks` are. Clears the host
 * bits of the network, and widens an IPv6 network to its /64, for which attempts are counted.
 */
export async function addBlockedNetwork(
  tx: Transaction,
  { network, hours, reason, adminId }: NewBlock,
): Promise<{ network: string; endsAt: Date } | 'blocked' | 'full'> {
  // Without the lock, concurrent blocks would exceed the maximum.
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('blocked networks', 0))`
  const block = await row<{ network: string; endsAt: Date }>(tx)`
    insert into blocked_networks as b (id, network, reason, blocked_by, ends_at)
    select ${randomUUIDv7()}::uuid, ${countedNetwork(network)}, ${reason}, ${adminId}::uuid,
           now() + make_interval(hours => ${hours})
    where (select count(*) from blocked_networks where ends_at > now()) < ${maxBlockedNetworks}
    on conflict (network) do update
    set id = excluded.id, reason = excluded.reason, blocked_by = excluded.blocked_by,
        blocked_at = excluded.blocked_at, ends_at = excluded.ends_at
    where b.ends_at <= now()
    returning b.network::text, b.ends_at`
  if (block) return block
  const isBlocked = await affects(tx)`
    select from blocked_networks where network = ${countedNetwork(network)} and ends_at > now()`
  return isBlocked ? 'blocked' : 'full'
}

function countedNetwork(network: string): Sql {
  return sql`
    network(case when family(${network}::inet) = 6 and masklen(${network}::inet) > 64
                 then set_masklen(${network}::inet, 64) else ${network}::inet end)`
}

/** Ends a block and returns its network; undefined if it is not in effect. */
export function endBlockedNetwork(
  db: Db,
  id: string,
): Promise<{ network: string; endsAt: Date } | undefined> {
  return row<{ network: string; endsAt: Date }>(db)`
    delete from blocked_networks where id = ${id} and ends_at > now()
    returning network::text, ends_at`
}

/** Returns true if a block of the network would contain the address. */
export function containsAddress(db: Db, network: string, address: string): Promise<boolean> {
  return affects(db)`select where ${countedNetwork(network)} >>= ${address}::inet`
}

export const deleteEndedBlocks = purgeOf('blocked_networks', sql`ends_at < now()`)
