import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { Reply } from '#contract/endpoint.ts'
import { companyArea } from '#domain/audit.ts'
import { changeCompany } from '#domain/company-membership.ts'
import { findCompanyRoles, hasOtherOwner, lockCompany } from '#domain/company-role.ts'
import { lockPlatformAccounts } from '#domain/platform-account.ts'
import type { UserCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { row, transaction, type Db } from '#server/db.ts'
import type { describeLeaving as endpoint } from './contract.ts'

type Own = Pick<Reply<typeof endpoint>, 'company' | 'platforms'> & {
  partnerId: string
  delegated: boolean
}

/** Throws 404001 for a user without a company, and `beyondDelegation` where only the provider changes who belongs to it. */
async function requireCompany(db: Db, userId: string): Promise<Own> {
  const own = await row<Own>(db)`
    select p.id as partner_id, p.name as company, p.delegated,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name ${byName}), '[]')
            from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
            where a.user_id = u.id and a.active) as platforms
    from users u join partners p on p.id = u.partner_id where u.id = ${userId}`
  if (!own) throw new Refusal(commonErrors.notFound)
  if (!own.delegated) throw new Refusal(errorCodes.beyondDelegation)
  return own
}

export async function describeLeaving(db: Db, userId: string): Promise<Reply<typeof endpoint>> {
  const { partnerId, company, platforms } = await requireCompany(db, userId)
  const roles = await findCompanyRoles(db, userId)
  const isLastOwner = roles.includes('owner') && !(await hasOtherOwner(db, partnerId, userId))
  return { company, platforms, roles, isLastOwner }
}

/** Throws `lastOwner`: of the last two owners who leave at once, one stays. */
export async function leave(db: Db, caller: UserCaller): Promise<void> {
  const { userId } = caller
  const { partnerId } = await requireCompany(db, userId)
  await transaction(db, async (tx) => {
    await lockCompany(tx, partnerId)
    const held = await lockPlatformAccounts(tx, userId)
    if (held?.user.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
    const isOwner = (await findCompanyRoles(tx, userId)).includes('owner')
    if (isOwner && !(await hasOtherOwner(tx, partnerId, userId)))
      throw new Refusal(errorCodes.lastOwner)
    const actor = { ...caller, area: companyArea }
    await changeCompany(tx, actor, held, { partnerId: null, reason: '', action: 'company_left' })
  })
}
