import { versionOf } from '#contract/fields.ts'
import type { CompanyRole } from '#contract/permission.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { requireColleague } from '#domain/companies/colleague.ts'
import { changeCompanyRoles } from '#domain/companies/company-administrator.ts'
import {
  findCompanyRoles,
  getDelegation,
  hasOtherOwner,
  lockCompany,
} from '#domain/companies/company-role.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction } from '#server/db.ts'
import { versionOfRoles } from './describe-colleague.ts'

type Change = { id: string; etag: string; roles: readonly CompanyRole[] }

/**
 * Sets the roles of a user of the company. Throws `changedMeanwhile`, `lastOwner`, 404001 for a user of another
 * company, and 403001 for the caller's own roles and for a caller who is no longer an owner. If two owners demote each
 * other concurrently, the second call fails.
 */
export async function setRoles(caller: UserCaller, { id, etag, roles }: Change): Promise<void> {
  const { partnerId } = await getDelegation(db, caller.userId)
  await transaction(db, async (tx) => {
    await lockCompany(tx, partnerId)
    const user = await requireColleague(tx, partnerId, id)
    if (user.id === caller.userId) throw new Refusal(commonErrors.forbidden)
    const isStillOwner = (await findCompanyRoles(tx, caller.userId)).includes('owner')
    if (!isStillOwner) throw new Refusal(commonErrors.forbidden)
    const before = await findCompanyRoles(tx, user.id)
    if (versionOf(etag) !== versionOfRoles(before)) throw new Refusal(errorCodes.changedMeanwhile)
    const isDemoted = before.includes('owner') && !roles.includes('owner')
    if (isDemoted && !(await hasOtherOwner(tx, partnerId, user.id)))
      throw new Refusal(errorCodes.lastOwner)
    await changeCompanyRoles(tx, { ...caller, area: companyArea }, user, { roles })
  })
}
