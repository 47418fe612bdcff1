import * as z from 'zod/mini'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Body } from '#contract/endpoint.ts'
import { invalidField } from '#contract/refusal.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { findApi, findApiById, type Api, type ApiFacts } from '#domain/service-accounts/api.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import type { addApi } from './contract.ts'
import {
  apiChanges,
  newCredentials,
  requireApi,
  saveNew,
  saveSecret,
  type Credentials,
  type Replacement,
} from './save.ts'

/** Adds an API, or requests two-person approval if it is required. Throws 400001 if the id is taken. */
export async function addOrRequest(
  db: Db,
  caller: AdminCaller,
  { id, ...after }: Body<typeof addApi>,
): Promise<Credentials | AskedApprovalReply> {
  if (await findApiById(db, id)) throw invalidField('id', 'idTaken')
  const { clientId, clientSecret, clientSecretHash } = newCredentials()
  const approval = await transaction(db, async (tx) => {
    const request = await askSecondPerson(tx, caller, {
      kind: 'api-add',
      targetId: id,
      targetVersion: null,
      before: {},
      proposal: { id, ...after, clientId, newSecretHash: clientSecretHash.toString('base64') },
      reason: '',
    })
    if (!request) await saveNew(tx, caller, { id, after, clientId, clientSecretHash })
    return request
  })
  return { ...(approval ?? { clientId }), clientSecret }
}

type Addition = ApiFacts & Pick<Api, 'id' | 'clientId'> & { newSecretHash: string }

/** Adds the approved API, unless its id was taken after the request. */
export const apiAddApproval: ApprovalExecutor = {
  carryOut: async (tx, { proposal }, actor) => {
    const { id, clientId, newSecretHash, ...after } = proposal as Addition
    if (await findApiById(tx, id)) return 'changed meanwhile'
    const clientSecretHash = Buffer.from(newSecretHash, 'base64')
    await saveNew(tx, actor, { id, after, clientId, clientSecretHash })
    return undefined
  },
}

/**
 * Replaces the secret of an API, or requests two-person approval if it is required. Throws 404001 for an unknown API,
 * and 409001 if it has changed since `version`.
 */
export async function replaceOrRequest(
  db: Db,
  caller: AdminCaller,
  { clientId, version, graceHours, reason = '' }: Replacement,
): Promise<Credentials | AskedApprovalReply> {
  const { id, version: currentVersion } = await requireApi(db, clientId)
  if (currentVersion !== version) throw await changedMeanwhile(db, apiChanges, id)
  const clientSecret = randomToken()
  const clientSecretHash = tokenHash(clientSecret)
  const approval = await transaction(db, async (tx) => {
    const asked = await askSecondPerson(tx, caller, {
      kind: 'api-secret',
      targetId: clientId,
      targetVersion: version,
      before: { newSecret: false },
      proposal: { newSecret: true, newSecretHash: clientSecretHash.toString('base64'), graceHours },
      reason,
    })
    if (!asked)
      await saveSecret(tx, caller, { id, clientId, version, graceHours, clientSecretHash, reason })
    return asked
  })
  return { ...(approval ?? { clientId }), clientSecret }
}

const proposalSchema = z.object({ newSecretHash: z.string(), graceHours: z.int() })

/** Saves the approved secret if the API is unchanged since the request. */
export const apiSecretApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId: clientId, targetVersion, proposal, reason }, actor) => {
    const api = await findApi(tx, clientId)
    if (api?.version !== targetVersion) return 'changed meanwhile'
    const { newSecretHash, graceHours } = proposalSchema.parse(proposal)
    const clientSecretHash = Buffer.from(newSecretHash, 'base64')
    await saveSecret(tx, actor, { ...api, graceHours, clientSecretHash, reason })
    return undefined
  },
}
