import type { Body } from '#contract/endpoint.ts'
import { etagOf, isId, versionOf } from '#contract/fields.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { changeCompanyRoles } from '#domain/companies/company-administrator.ts'
import { countSeats, findCompanyRoles, lockCompany } from '#domain/companies/company-role.ts'
import { findUsers } from '#domain/lists/listed-user.ts'
import { findDelegationFacts, updateDelegation } from '#domain/companies/partner.ts'
import { findUser } from '#domain/accounts/user.ts'
import { byName } from '#server/collation.ts'
import { rows, transaction, type Db, type Transaction } from '#server/db.ts'
import type { DelegationDetails, Owner, setDelegation, setOwners } from './delegation-contract.ts'
import { companyChanges, requirePlatforms } from './save.ts'

/** Returns the delegation settings of a company. Throws 404001 for an unknown company. */
export async function describeDelegation(db: Db, id: string): Promise<DelegationDetails> {
  const delegation = isId(id) ? await findDelegationFacts(db, id) : undefined
  if (!delegation) throw new Refusal(commonErrors.notFound)
  const { name: _, version, subsystems, reviewMonths, ...facts } = delegation
  return {
    ...facts,
    subsystems: subsystems && [...subsystems],
    reviewMonths: reviewMonths as DelegationDetails['reviewMonths'],
    used: await countSeats(db, id),
    owners: await listOwners(db, id),
    etag: etagOf(version),
  }
}

function listOwners(db: Db, partnerId: string): Promise<Owner[]> {
  return rows<Owner>(db)`
    select u.id, u.firstname, u.lastname, u.email, u.active
    from company_roles r join users u on u.id = r.user_id
    where r.partner_id = ${partnerId} and r.role = 'owner'
    order by u.lastname ${byName}, u.firstname ${byName}, u.id`
}

type Change = { id: string; etag: string; settings: Body<typeof setDelegation> }

/**
 * Saves the settings. Throws 404001 for an unknown company, 400001 for an unknown platform, and 409001 with the name of
 * the other admin if the settings have changed.
 */
export async function saveDelegation(
  db: Db,
  caller: Actor,
  { id, etag, settings }: Change,
): Promise<void> {
  const before = isId(id) ? await findDelegationFacts(db, id) : undefined
  if (!before) throw new Refusal(commonErrors.notFound)
  await requirePlatforms(db, { subsystems: settings.subsystems, ipAllowRules: [] })
  const isChanged = await transaction(db, async (tx) => {
    if (!(await updateDelegation(tx, { id, version: versionOf(etag) }, settings))) return false
    const { name: _, version: __, ...facts } = before
    const data = { before: facts, after: settings }
    await recordAudit(tx, caller, 'company_delegation_changed', { targetId: id, data })
    return true
  })
  if (!isChanged) throw await changedMeanwhile(db, companyChanges, id)
}

type OwnersChange = Body<typeof setOwners> & { id: string }

/**
 * Replaces the company's owners and keeps their other roles. Throws 404001 for an unknown company, 409001 if the owners
 * differ from `expected`, and 400001 for a new owner who is not an active user of the company.
 */
export async function replaceOwners(
  db: Db,
  caller: Actor,
  { id, owners, expected, reason }: OwnersChange,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!isId(id) || !(await lockCompany(tx, id))) throw new Refusal(commonErrors.notFound)
    const before = (await listOwners(tx, id)).map((each) => each.id)
    if (expected && !isSameSet(before, expected)) throw new Refusal(errorCodes.changedMeanwhile)
    const changed = [
      ...owners.filter((each) => !before.includes(each)),
      ...before.filter((each) => !owners.includes(each)),
    ]
    for (const userId of changed) {
      const isOwner = owners.includes(userId)
      const user = await requireUserOf(tx, id, userId, isOwner)
      const others = (await findCompanyRoles(tx, userId)).filter((role) => role !== 'owner')
      const roles = isOwner ? (['owner', ...others] as const) : others
      await changeCompanyRoles(tx, caller, user, { roles, reason })
    }
  })
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}

async function requireUserOf(tx: Transaction, id: string, userId: string, mustBeActive: boolean) {
  const user = await findUser(tx, userId)
  if (user?.partnerId === id && (user.active || !mustBeActive)) return user
  throw invalidField('owners', 'unknownUser')
}

/** Returns at most 20 active users of the company whose name or email contains `q`. Throws 404001 for an invalid id. */
export async function findCandidates(
  db: Db,
  id: string,
  q: string | undefined,
): Promise<Omit<Owner, 'active'>[]> {
  if (!isId(id)) throw new Refusal(commonErrors.notFound)
  const page = { take: 20, after: undefined }
  return [...(await findUsers(db, { companyId: id }, { q }, page)).rows]
}
