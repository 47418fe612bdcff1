import { isId } from '#contract/fields.ts'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  addBlockedNetwork,
  containsAddress,
  endBlockedNetwork,
} from '#domain/credentials/blocked-network.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { parseAddress } from '#server/ip-address.ts'
import { blockNetwork as endpoint } from './contract.ts'

/**
 * Blocks a network. Throws 409007 if it contains the admin's own address, 409001 if it is blocked already, 400601 if too
 * many are blocked.
 */
export async function blockNetwork(
  db: Db,
  caller: AdminCaller,
  { network, hours, reason }: Body<typeof endpoint>,
): Promise<void> {
  const own = parseAddress(caller.ipAddress ?? '')
  if (own && (await containsAddress(db, network, own.toString()))) throw refusal('ownAddress')
  await transaction(db, async (tx) => {
    const block = await addBlockedNetwork(tx, { network, hours, reason, adminId: caller.adminId })
    if (block === 'full') throw refusal('tooMany')
    if (block === 'blocked') throw refusal('alreadyBlocked')
    const after = { name: block.network, endsAt: block.endsAt.toISOString() }
    await recordAudit(tx, caller, 'network_blocked', { data: { reason, after } })
  })
}

/** Returns the error with its name as the rule, which is the key of its text on the page. */
function refusal(rule: keyof typeof endpoint.refusals): Refusal {
  const code = endpoint.refusals[rule]
  return new Refusal(code, { faults: [{ code, field: 'network', rule }] })
}

/** Ends a block. Throws 404001 if it is not in effect. */
export async function unblockNetwork(db: Db, caller: AdminCaller, id: string): Promise<void> {
  if (!isId(id)) throw new Refusal(commonErrors.notFound)
  await transaction(db, async (tx) => {
    const block = await endBlockedNetwork(tx, id)
    if (!block) throw new Refusal(commonErrors.notFound)
    const before = { name: block.network, endsAt: block.endsAt.toISOString() }
    await recordAudit(tx, caller, 'network_unblocked', { data: { before } })
  })
}
