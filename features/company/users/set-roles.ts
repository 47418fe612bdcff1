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
import { transaction, type Db } from '#server/db.ts'
import { versionOfRoles } from './describe-colleague.ts'

type Change = { id: string; etag: string; roles: readonly CompanyRole[] }

/**
 * Sets the roles of a user of the company. If two owners demote each other concurrently, the second call throws 403001,
 * because its caller is no longer an owner. Also throws 403001 for the caller's own roles, `lastOwner` and
 * `changedMeanwhile`.
 */
export async function setRoles(
  db: Db,
  caller: UserCaller,
  { id, etag, roles }: Change,
): Promise<void> {
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
