import * as z from 'zod/mini'
import type { JSONWebKeySet } from 'jose'
import { machineScopeNames } from '#contract/machine.ts'
import type { ApprovalExecutor } from '#domain/approvals/second-person.ts'
import { findServiceAccount } from '#domain/service-accounts/service-account.ts'
import { addAccount, saveChange } from './save.ts'

const proposed = z.object({
  name: z.string(),
  scopes: z.array(z.enum(machineScopeNames)),
  jwks: z.nullable(z.unknown()),
  jwksUri: z.nullable(z.string()),
  expiresAt: z.string(),
  allowedFrom: z.array(z.string()),
})

export const serviceAccountApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId: id, targetVersion, askedBy, proposal }, actor) => {
    const { jwks, expiresAt, ...rest } = proposed.parse(proposal)
    const facts = { ...rest, jwks: jwks as JSONWebKeySet | null, expiresAt: new Date(expiresAt) }
    if (facts.expiresAt <= new Date()) return 'not possible'
    if (targetVersion === null) {
      const isAdded = await addAccount(tx, actor, { ...facts, id, madeBy: `admin:${askedBy}` })
      return isAdded ? undefined : 'changed meanwhile'
    }
    const known = await findServiceAccount(tx, id)
    if (known?.version !== targetVersion) return 'changed meanwhile'
    return (await saveChange(tx, actor, known, facts)) ? undefined : 'changed meanwhile'
  },
}
