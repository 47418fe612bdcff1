import { etagOf, versionOf } from '#contract/fields.ts'
import type { NetworkPreview, NetworkRule } from '#contract/network-rules.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { excludesAddress, previewNetworkRules } from '#domain/companies/network-preview.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import { findPartner, setNetworkRules, type Partner } from '#domain/companies/partner.ts'
import type { UserCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { rows, transaction, type Db } from '#server/db.ts'
import type { Networks } from './contract.ts'

async function getCompany(db: Db, userId: string): Promise<Partner> {
  const { partnerId } = await getDelegation(db, userId)
  const company = await findPartner(db, partnerId)
  if (!company) throw new Error(`no company ${partnerId}`)
  return company
}

export async function findNetworks(db: Db, caller: UserCaller): Promise<Networks> {
  const { id, version, ipAllowRules } = await getCompany(db, caller.userId)
  const platforms = await rows<Networks['platforms'][number]>(db)`
    select s.id, s.name from subsystems s join partners p on p.id = ${id}
    where s.active and ${isOfCompany} order by s.name ${byName}, s.id`
  return {
    ipAllowRules: ipAllowRules.map(({ name = '', ...rule }) => ({ ...rule, name })),
    platforms,
    yourAddress: plainAddress(caller),
    etag: etagOf(version),
  }
}

/**
 * Returns the caller's address, unmapped if it is an IPv4-mapped IPv6 address, because such an address would match no
 * network.
 */
function plainAddress({ ipAddress }: UserCaller): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
}

type Change = { etag: string; rules: readonly NetworkRule[]; iKnow: boolean }

/** Saves the company's networks. Throws `ownAddressExcluded` unless `iKnow`, `changedMeanwhile`, and 400001. */
export async function saveNetworks(
  db: Db,
  caller: UserCaller,
  { etag, rules, iKnow }: Change,
): Promise<void> {
  const before = await getCompany(db, caller.userId)
  const { id, ipAllowRules } = before
  await requireAssignable(db, caller, before, rules)
  const own = { partnerId: id, ipAddress: caller.ipAddress }
  if (!iKnow && (await excludesAddress(db, own, rules)))
    throw new Refusal(errorCodes.ownAddressExcluded)
  await transaction(db, async (tx) => {
    if (!(await setNetworkRules(tx, { id, version: versionOf(etag) }, rules)))
      throw new Refusal(errorCodes.changedMeanwhile)
    await recordAudit(tx, { ...caller, area: companyArea }, 'partner_changed', {
      targetId: id,
      data: { before: { ipAllowRules }, after: { ipAllowRules: rules } },
    })
  })
}

export async function preview(
  db: Db,
  caller: UserCaller,
  rules: readonly NetworkRule[],
): Promise<NetworkPreview> {
  const company = await getCompany(db, caller.userId)
  await requireAssignable(db, caller, company, rules)
  return previewNetworkRules(db, company.id, rules)
}

/** Throws 400001 for a platform that neither belongs to the company nor is already in its networks. */
async function requireAssignable(
  db: Db,
  caller: UserCaller,
  { ipAllowRules }: Partner,
  rules: readonly NetworkRule[],
): Promise<void> {
  const { platforms } = await findNetworks(db, caller)
  const assignableIds = [
    ...platforms.map(({ id }) => id),
    ...ipAllowRules.map(({ subsystem }) => subsystem),
  ]
  if (!rules.every(({ subsystem }) => subsystem === null || assignableIds.includes(subsystem)))
    throw invalidField('ipAllowRules', 'unknownPlatform')
}
