import { findPartner } from '#domain/companies/partner.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { factsOf, saveCompany, type Company } from './save.ts'

/** Saves the approved change if the company is unchanged since the request. */
export const companyDeactivationApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId, targetVersion, proposal }, actor) => {
    const before = await findPartner(tx, targetId)
    if (!before || before.version !== targetVersion) return 'changed meanwhile'
    const after = { ...factsOf(before), ...proposal } as Company
    const isSaved = await saveCompany(tx, actor, before, after, before.version)
    return isSaved ? undefined : 'changed meanwhile'
  },
}
