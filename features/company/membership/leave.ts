import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { changeCompany } from '#domain/companies/company-membership.ts'
import { findCompanyRoles, hasOtherOwner, lockCompany } from '#domain/companies/company-role.ts'
import { lockPlatformAccounts } from '#domain/platform-access/platform-account.ts'
import type { UserCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { db, row, transaction } from '#server/db.ts'
import type { Leaving } from './contract.ts'

type Membership = Pick<Leaving, 'company' | 'platforms'> & { partnerId: string; delegated: boolean }

function findMembership(userId: string): Promise<Membership | undefined> {
  return row<Membership>(db)`
    select p.id as partner_id, p.name as company, p.delegated,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name ${byName}), '[]')
            from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
            where a.user_id = u.id and a.active) as platforms
    from users u join partners p on p.id = u.partner_id where u.id = ${userId}`
}

/** Returns the effects of leaving; null without a company, and if only the provider changes the company's members. */
export async function describeLeaving(userId: string): Promise<Leaving | null> {
  const membership = await findMembership(userId)
  if (!membership?.delegated) return null
  const { partnerId, company, platforms } = membership
  const roles = await findCompanyRoles(db, userId)
  const isLastOwner = roles.includes('owner') && !(await hasOtherOwner(db, partnerId, userId))
  return { company, platforms, roles, isLastOwner }
}

/**
 * Removes the caller from the company. Throws `beyondDelegation` if only the provider changes the company's members,
 * `lastOwner` for the only owner, and 404001 without a company. If the last two owners leave concurrently, one stays.
 */
export async function leave(caller: UserCaller): Promise<void> {
  const { userId } = caller
  const membership = await findMembership(userId)
  if (!membership) throw new Refusal(commonErrors.notFound)
  if (!membership.delegated) throw new Refusal(errorCodes.beyondDelegation)
  const { partnerId } = membership
  await transaction(db, async (tx) => {
    await lockCompany(tx, partnerId)
    const userAccounts = await lockPlatformAccounts(tx, userId)
    if (userAccounts?.user.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
    const isOwner = (await findCompanyRoles(tx, userId)).includes('owner')
    if (isOwner && !(await hasOtherOwner(tx, partnerId, userId)))
      throw new Refusal(errorCodes.lastOwner)
    const actor = { ...caller, area: companyArea }
    const change = { partnerId: null, reason: '', action: 'company_left' } as const
    await changeCompany(tx, actor, userAccounts, change)
  })
}
