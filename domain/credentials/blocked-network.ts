import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { fullNameIn } from '../accounts/full-name.ts'
import { affects, purgeOf, row, rows, sql, type Db } from '#server/db.ts'

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

/** Blocks a network; undefined if `maxBlockedNetworks` are blocked. Host bits of the network are cleared. */
export function addBlockedNetwork(
  db: Db,
  { network, hours, reason, adminId }: NewBlock,
): Promise<{ id: string; network: string; endsAt: Date } | undefined> {
  return row<{ id: string; network: string; endsAt: Date }>(db)`
    insert into blocked_networks (id, network, reason, blocked_by, ends_at)
    select ${randomUUIDv7()}::uuid, network(${network}::inet), ${reason}, ${adminId}::uuid,
           now() + make_interval(hours => ${hours})
    where (select count(*) from blocked_networks where ends_at > now()) < ${maxBlockedNetworks}
    returning id, network::text, ends_at`
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

/** Returns true if the network contains the address. */
export function containsAddress(db: Db, network: string, address: string): Promise<boolean> {
  return affects(db)`select where network(${network}::inet) >>= ${address}::inet`
}

export const deleteEndedBlocks = purgeOf('blocked_networks', sql`ends_at < now()`)
