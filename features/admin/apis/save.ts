import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import {
  createApi,
  findApi,
  newApiClientId,
  replaceApiSecret as replaceSecretOf,
  updateApi,
  type Api,
  type ApiFacts,
} from '#domain/api.ts'
import { findLastAdmin, recordAudit, type Actor } from '#domain/audit.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import type * as contract from './contract.ts'

/** What an API authenticates by; the secret cannot be read again. */
export type Credentials = { clientId: string; clientSecret: string }

/** Throws 404001. */
export async function requireApi(db: Db, clientId: string): Promise<Api> {
  const api = await findApi(db, clientId)
  if (!api) throw new Refusal(commonErrors.notFound)
  return api
}

/** Throws 400001 for an id that is taken. */
export async function addApi(
  db: Db,
  actor: Actor,
  { id, ...after }: Body<typeof contract.addApi>,
): Promise<Credentials> {
  const [clientId, clientSecret] = [newApiClientId(), randomToken()]
  const clientSecretHash = tokenHash(clientSecret)
  await transaction(db, async (tx) => {
    if (!(await createApi(tx, { ...after, id, clientId, clientSecretHash })))
      throw invalidField('id', 'idTaken')
    await recordAudit(tx, actor, 'api_added', { targetId: id, data: { after } })
  })
  return { clientId, clientSecret }
}

type Change = Pick<Api, 'clientId' | 'version'> & { after: ApiFacts }

/** Throws 404001, and 409001 with the name of the other admin when it has changed since that version. */
export async function changeApi(
  db: Db,
  actor: Actor,
  { clientId, version, after }: Change,
): Promise<void> {
  const known = await requireApi(db, clientId)
  const { id, name, scopes, format, active } = known
  const data = { before: { name, scopes, format, active }, after }
  await transaction(db, async (tx) => {
    if (!(await updateApi(tx, { clientId, version }, after))) throw await changedMeanwhile(db, id)
    await recordAudit(tx, actor, 'api_changed', { targetId: id, data })
  })
}

type Replacement = Pick<Api, 'clientId' | 'version'> & { graceHours: number }

/** Throws what `changeApi` does. */
export async function replaceApiSecret(
  db: Db,
  actor: Actor,
  { clientId, version, graceHours }: Replacement,
): Promise<Credentials> {
  const { id } = await requireApi(db, clientId)
  const clientSecret = randomToken()
  const secret = { clientSecretHash: tokenHash(clientSecret), graceHours }
  await transaction(db, async (tx) => {
    if (!(await replaceSecretOf(tx, { clientId, version }, secret)))
      throw await changedMeanwhile(db, id)
    await recordAudit(tx, actor, 'api_secret_replaced', { targetId: id, data: { graceHours } })
  })
  return { clientId, clientSecret }
}

async function changedMeanwhile(db: Db, id: string): Promise<Refusal> {
  const code = errorCodes.changedMeanwhile
  const actions = ['api_changed', 'api_secret_replaced'] as const
  return new Refusal(code, { faults: [{ code, by: await findLastAdmin(db, actions, id) }] })
}
