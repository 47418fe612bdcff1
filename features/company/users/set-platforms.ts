import type { Body } from '#contract/endpoint.ts'
import { versionOf } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { requireColleague } from '#domain/companies/colleague.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
  withDate,
  type PlatformAccount,
  type WantedAccount,
} from '#domain/platform-access/platform-account.ts'
import { findRoles, requireRoles } from '#domain/platforms/platform-role.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import type { setColleaguePlatforms as endpoint } from './contract.ts'

type Change = Body<typeof endpoint> & { id: string; etag: string }

/**
 * Sets a user's platforms among those that the company may grant. Throws `changedMeanwhile`, 404001 for a user of
 * another company, 403001 for the caller, `beyondDelegation` for a platform or role that the company may not grant, and
 * 400001 for an unknown role.
 */
export async function setPlatforms(
  caller: UserCaller,
  { id, etag, subsystems, reason = '' }: Change,
): Promise<void> {
  const { partnerId, subsystems: delegated } = await getDelegation(db, caller.userId)
  const user = await requireColleague(db, partnerId, id)
  if (user.id === caller.userId) throw new Refusal(commonErrors.forbidden)
  if (!subsystems.every((each) => delegated.includes(each.id)))
    throw new Refusal(errorCodes.beyondDelegation)
  await transaction(db, async (tx) => {
    const userAccounts = await lockPlatformAccounts(tx, user.id)
    if (userAccounts?.user.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
    if (versionOf(etag) !== userAccounts.version) throw new Refusal(errorCodes.changedMeanwhile)
    const rolesByPlatform = subsystems.map(({ id: subsystem, roles = [] }) => ({
      subsystem,
      roles,
    }))
    await requireRoles(tx, rolesByPlatform, { field: 'subsystems', byCompany: true })
    const providerRoles = await findProviderRoles(tx, userAccounts.accounts)
    const input = subsystems.map(withDate).map((each) => withProviderRoles(each, providerRoles))
    const wanted = mergeAccounts(userAccounts.accounts, input, delegated)
    const actor = { ...caller, area: companyArea }
    await setPlatformAccounts(tx, actor, userAccounts, { wanted, reason })
  })
}

/** Returns, by platform, the user's roles that the company may not grant and therefore may not revoke. */
async function findProviderRoles(
  tx: Transaction,
  accounts: readonly PlatformAccount[],
): Promise<Map<string, string[]>> {
  const platformIds = accounts.map(({ id }) => id)
  const platformRoles = await findRoles(tx, platformIds)
  const mayGrant = (id: string, role: string) =>
    platformRoles.get(id)?.some((each) => each.id === role && each.byCompany) ?? false
  return new Map(accounts.map(({ id, roles }) => [id, roles.filter((role) => !mayGrant(id, role))]))
}

function withProviderRoles(
  account: WantedAccount,
  providerRoles: Map<string, string[]>,
): WantedAccount {
  if (account.roles === undefined) return account
  return { ...account, roles: [...account.roles, ...(providerRoles.get(account.id) ?? [])] }
}

/**
 * Merges the wanted accounts with those that the company cannot change: other platforms, and accounts that the provider
 * deactivated.
 */
function mergeAccounts(
  accounts: readonly PlatformAccount[],
  wanted: readonly WantedAccount[],
  delegated: readonly string[],
): WantedAccount[] {
  const unchanged = accounts.filter(({ id, active }) => !active || !delegated.includes(id))
  return [...unchanged, ...wanted.filter(({ id }) => !unchanged.some((each) => each.id === id))]
}
