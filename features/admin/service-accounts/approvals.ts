import * as z from 'zod/mini'
import { machineScopeNames } from '#contract/machine.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { findServiceAccount } from '#domain/service-accounts/service-account.ts'
import { addAccount, factsFrom, saveChange } from './save.ts'

const proposalSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(machineScopeNames)),
  jwks: z.nullable(z.unknown()),
  jwksUri: z.nullable(z.string()),
  expiresAt: z.string(),
  allowedFrom: z.array(z.string()),
})

/** Adds the service account, or saves the approved change if the account is unchanged since the request. */
export const serviceAccountApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId: id, targetVersion, askedBy, proposal }, actor) => {
    const facts = factsFrom(proposalSchema.parse(proposal))
    if (facts.expiresAt <= new Date()) return 'not possible'
    if (targetVersion === null) {
      const isAdded = await addAccount(tx, actor, { ...facts, id, madeBy: `admin:${askedBy}` })
      return isAdded ? undefined : 'changed meanwhile'
    }
    const account = await findServiceAccount(tx, id)
    if (account?.version !== targetVersion) return 'changed meanwhile'
    return (await saveChange(tx, actor, account, facts)) ? undefined : 'changed meanwhile'
  },
}
