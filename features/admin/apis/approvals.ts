import * as z from 'zod/mini'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { findApi } from '#domain/service-accounts/api.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import {
  changedMeanwhile,
  requireApi,
  saveSecret,
  type Credentials,
  type Replacement,
} from './save.ts'

/**
 * Replaces the secret of an API, or requests two-person approval if it is required. Throws 404001 for an unknown API, and
 * 409001 if it has changed since `version`.
 */
export async function replaceOrRequest(
  db: Db,
  caller: AdminCaller,
  { clientId, version, graceHours }: Replacement,
): Promise<Credentials | AskedApprovalReply> {
  const { id, version: currentVersion } = await requireApi(db, clientId)
  if (currentVersion !== version) throw await changedMeanwhile(db, id)
  const clientSecret = randomToken()
  const clientSecretHash = tokenHash(clientSecret)
  const approval = await transaction(db, async (tx) => {
    const asked = await askSecondPerson(tx, caller, {
      kind: 'api-secret',
      targetId: clientId,
      targetVersion: version,
      before: { newSecret: false },
      proposal: { newSecret: true, newSecretHash: clientSecretHash.toString('base64'), graceHours },
      reason: '',
    })
    if (!asked)
      await saveSecret(tx, caller, { id, clientId, version, graceHours, clientSecretHash })
    return asked
  })
  return { ...(approval ?? { clientId }), clientSecret }
}

const proposalSchema = z.object({ newSecretHash: z.string(), graceHours: z.int() })

/** Saves the approved secret if the API is unchanged since the request. */
export const apiSecretApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId: clientId, targetVersion, proposal }, actor) => {
    const api = await findApi(tx, clientId)
    if (api?.version !== targetVersion) return 'changed meanwhile'
    const { newSecretHash, graceHours } = proposalSchema.parse(proposal)
    const clientSecretHash = Buffer.from(newSecretHash, 'base64')
    await saveSecret(tx, actor, { ...api, graceHours, clientSecretHash })
    return undefined
  },
}
