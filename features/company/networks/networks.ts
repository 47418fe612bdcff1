import { etagOf, versionOf } from '#contract/fields.ts'
import type { NetworkRule } from '#contract/network-rules.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { excludesAddress, previewNetworkRules } from '#domain/companies/network-preview.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import { findPartner, setNetworkRules, type Partner } from '#domain/companies/partner.ts'
import type { UserCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { db, rows, transaction } from '#server/db.ts'
import type { Networks } from './contract.ts'

async function getCompany({ userId }: UserCaller): Promise<Partner & { granted: string[] }> {
  const { partnerId, subsystems } = await getDelegation(db, userId)
  const company = await findPartner(db, partnerId)
  if (!company) throw new Error(`no company ${partnerId}`)
  return { ...company, granted: subsystems }
}

/** Returns the networks, and the platforms that the company grants or has networks for. */
export async function findNetworks(caller: UserCaller): Promise<Networks> {
  const { id, version, ipAllowRules, granted } = await getCompany(caller)
  const offered = [...granted, ...ipAllowRules.map(({ subsystem }) => subsystem)]
  const platforms = await findPlatforms(id)
  return {
    ipAllowRules: ipAllowRules.map(({ name = '', ...rule }) => ({ ...rule, name })),
    platforms: platforms.filter((platform) => offered.includes(platform.id)),
    // An IPv4-mapped IPv6 address would match no network.
    yourAddress: caller.ipAddress.replace(/^::ffff:(?=\d+\.)/i, ''),
    etag: etagOf(version),
  }
}

function findPlatforms(companyId: string): Promise<Networks['platforms']> {
  return rows<Networks['platforms'][number]>(db)`
    select s.id, s.name from subsystems s join partners p on p.id = ${companyId}
    where s.active and ${isOfCompany} order by s.name ${byName}, s.id`
}

type Change = { etag: string; rules: readonly NetworkRule[]; iKnow: boolean }

/**
 * Saves the company's networks. Throws `changedMeanwhile`, the errors of `requireAssignable`, and, unless `iKnow` is
 * true, `ownAddressExcluded` if the rules exclude the caller's IP address from a platform.
 */
export async function saveNetworks(caller: UserCaller, { etag, rules, iKnow }: Change) {
  const company = await getCompany(caller)
  const { id, ipAllowRules } = company
  await requireAssignable(company, rules)
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

/** Returns the users whom the rules would lock out. Throws the errors of `requireAssignable`. */
export async function preview(caller: UserCaller, rules: readonly NetworkRule[]) {
  const company = await getCompany(caller)
  await requireAssignable(company, rules)
  return previewNetworkRules(db, company.id, rules)
}

/** Throws 400001 for a platform that is neither an active one of the company nor already in the company's networks. */
async function requireAssignable(company: Partner, rules: readonly NetworkRule[]): Promise<void> {
  const platformIds = (await findPlatforms(company.id)).map(({ id }) => id)
  // A rule without a platform applies to all platforms.
  const assignable = [
    null,
    ...platformIds,
    ...company.ipAllowRules.map(({ subsystem }) => subsystem),
  ]
  if (!rules.every(({ subsystem }) => assignable.includes(subsystem)))
    throw invalidField('ipAllowRules', 'unknownPlatform')
}
