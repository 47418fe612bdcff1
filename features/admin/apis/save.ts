import type { Body } from '#contract/endpoint.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import {
  createApi,
  findApi,
  newApiClientId,
  replaceApiSecret as replaceSecretOf,
  updateApi,
  type Api,
  type ApiFacts,
} from '#domain/service-accounts/api.ts'
import { mailCredentialsReplaced } from '#domain/platforms/credentials-mail.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import type * as contract from './contract.ts'

/**
 * Changes of APIs. Commands call `addApi`, `changeApi` and `replaceApiSecret`, and routes `changeApi`. approvals.ts and
 * apply.ts call `saveNew`, `saveChange` and `saveSecret` in their own transactions.
 */

/** Audit actions of changes to an API. */
export const apiChanges = ['api_changed', 'api_secret_replaced'] as const

/** Credentials of an API; the secret cannot be read again. */
export type Credentials = { clientId: string; clientSecret: string }

/** Returns the API. Throws 404001 for an unknown client ID. */
export async function requireApi(db: Db, clientId: string): Promise<Api> {
  const api = await findApi(db, clientId)
  if (!api) throw new Refusal(commonErrors.notFound)
  return api
}

/** Adds an API and returns its generated credentials. Throws 400001 if the id is taken. */
export async function addApi(
  db: Db,
  actor: Actor,
  { id, ...after }: Body<typeof contract.addApi>,
): Promise<Credentials> {
  const { clientSecretHash, ...credentials } = newCredentials()
  const { clientId } = credentials
  await transaction(db, (tx) => saveNew(tx, actor, { id, after, clientId, clientSecretHash }))
  return credentials
}

/** Returns a generated client ID for a new API, and its secret with the hash. Generates the secret if none is given. */
export function newCredentials(clientSecret = randomToken()) {
  return {
    clientId: newApiClientId(),
    clientSecret,
    clientSecretHash: tokenHash(clientSecret),
  }
}

type NewApi = Pick<Api, 'id' | 'clientId' | 'clientSecretHash'> & { after: ApiFacts }

/** Adds an API. Throws 400001 if the id is taken. */
export async function saveNew(
  tx: Transaction,
  actor: Actor,
  { id, after, clientId, clientSecretHash }: NewApi,
): Promise<void> {
  if (!(await createApi(tx, { ...after, id, clientId, clientSecretHash })))
    throw invalidField('id', 'idTaken')
  await recordAudit(tx, actor, 'api_added', { targetId: id, data: { after } })
}

type Change = Pick<Api, 'clientId' | 'version'> & { after: ApiFacts }

/**
 * Changes an API. Throws 404001 if it is unknown, and 409001 with the other admin's name if it has changed since
 * `version`.
 */
export async function changeApi(
  db: Db,
  actor: Actor,
  { clientId, version, after }: Change,
): Promise<void> {
  const api = await requireApi(db, clientId)
  if (api.version !== version) throw await changedMeanwhile(db, apiChanges, api.id)
  await transaction(db, (tx) => saveChange(tx, actor, api, after))
}

/** Saves a change. Throws 409001 if the API has changed since the version of `api`. */
export async function saveChange(
  tx: Transaction,
  actor: Actor,
  api: Api,
  after: ApiFacts,
): Promise<void> {
  const { id, name, scopes, format, active } = api
  const data = { before: { name, scopes, format, active }, after }
  if (!(await updateApi(tx, api, after))) throw await changedMeanwhile(tx, apiChanges, id)
  await recordAudit(tx, actor, 'api_changed', { targetId: id, data })
}

export type Replacement = Pick<Api, 'clientId' | 'version'> & {
  graceHours: number
  reason?: string | undefined
}

/** Replaces the secret. Throws the same errors as `changeApi`. */
export async function replaceApiSecret(
  db: Db,
  actor: Actor,
  { clientId, version, graceHours }: Replacement,
): Promise<Credentials> {
  const { id } = await requireApi(db, clientId)
  const clientSecret = randomToken()
  const clientSecretHash = tokenHash(clientSecret)
  const replacement = { id, clientId, version, graceHours, clientSecretHash }
  await transaction(db, (tx) => saveSecret(tx, actor, replacement))
  return { clientId, clientSecret }
}

/** Saves a new secret and emails the other super admins. Throws 409001 if the API has changed since `version`. */
export async function saveSecret(
  tx: Transaction,
  actor: Actor,
  {
    id,
    clientSecretHash,
    graceHours,
    reason,
    ...target
  }: Replacement & Pick<Api, 'id' | 'clientSecretHash'>,
): Promise<void> {
  const secret = { clientSecretHash, graceHours }
  if (!(await replaceSecretOf(tx, target, secret))) throw await changedMeanwhile(tx, apiChanges, id)
  const name = (await findApi(tx, target.clientId))?.name ?? ''
  await mailCredentialsReplaced(tx, actor, { kind: 'api', id: target.clientId, name }, 'secret')
  await recordAudit(tx, actor, 'api_secret_replaced', {
    targetId: id,
    data: { graceHours, ...(reason && { reason }) },
  })
}
