import type { JSONWebKeySet } from 'jose'
import type { AllowedApi } from '#contract/api.ts'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'
import { requireApis } from '#domain/service-accounts/api.ts'
import { findLastAdmin, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { enqueueAccessEnd } from '#domain/platform-access/platform-access-end.ts'
import { requeueNotifications } from '#domain/platforms/platform-session.ts'
import {
  updateSubsystem,
  findSubsystem,
  isEntryOriginTaken,
  createSubsystem,
  replaceClientSecret,
  type Registration,
  type Subsystem,
} from '#domain/platforms/subsystem.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import {
  platformFacts,
  type addPlatform as addEndpoint,
  type changePlatform as changeEndpoint,
} from './contract.ts'

type Platform = Body<typeof changeEndpoint>
/** The new secret, which only this reply contains; null if there is none. */
export type NewSecret = { clientSecret: string | null }

/** Registers a platform and returns its new secret. Throws 400001 for an id in use, and for invalid keys or APIs. */
export async function addPlatform(
  db: Db,
  actor: Actor,
  input: Body<typeof addEndpoint>,
): Promise<NewSecret> {
  const { id, ...facts } = input
  const after = registrationOf(facts)
  await requireKeys(after)
  await requireApis(db, { listed: after.apis ?? [] })
  const clientSecret = input.proof === 'secret' ? randomToken() : null
  await transaction(db, (tx) => saveNew(tx, actor, { ...after, id, clientSecret }))
  return { clientSecret }
}

/** Saves a platform with validated keys. Throws 400001 if the id or the origin belongs to another platform. */
export async function saveNew(
  tx: Transaction,
  actor: Actor,
  { id, clientSecret, ...after }: Registration,
): Promise<void> {
  if (!(await withFreeOrigin(createSubsystem(tx, { ...after, id, clientSecret }))))
    throw invalidField('id', 'idTaken')
  await recordAudit(tx, actor, 'platform_added', { targetId: id, data: { after } })
}

export type Change = { id: string; version: number; input: Platform }

/** A change with validated keys. `clientSecret`: undefined keeps the present secret, null removes it. */
export type PreparedChange = {
  stored: Subsystem
  version: number
  after: Omit<Registration, 'id'>
  clientSecret: string | null | undefined
}

/**
 * Validates a change. Throws 404001 for an unknown platform, and 400001 for keys that are too weak or cannot be
 * fetched. `comingApis` are APIs that will be saved before the change.
 */
export async function prepareChange(
  db: Db,
  { id, version, input }: Change,
  comingApis: readonly AllowedApi[] = [],
): Promise<PreparedChange> {
  const stored = await findSubsystem(db, id)
  if (!stored) throw new Refusal(commonErrors.notFound)
  const after = registrationOf(input)
  const hasSameKeys = JSON.stringify(stored.jwks) === JSON.stringify(after.jwks)
  // Unchanged keys are not fetched: an admin must be able to deactivate a platform that does not respond.
  if (!hasSameKeys || stored.jwksUri !== after.jwksUri) await requireKeys(after)
  await requireApis(db, { listed: after.apis ?? [], before: stored.apis, addedApis: comingApis })
  return { stored, version, after, clientSecret: newSecretOf(stored, input) }
}

/** Changes a platform. Throws 409001 with the other admin's name if the platform has changed since `version`. */
export async function changePlatform(db: Db, actor: Actor, change: Change): Promise<NewSecret> {
  return makeChange(db, actor, await prepareChange(db, change))
}

/** Saves a prepared change. Throws 409001 with the other admin's name if the platform has changed in between. */
export async function makeChange(db: Db, actor: Actor, change: PreparedChange): Promise<NewSecret> {
  const isChanged = await transaction(db, (tx) => saveChange(tx, actor, change))
  if (!isChanged) throw await changedMeanwhile(db, change.stored.id)
  return { clientSecret: change.clientSecret ?? null }
}

type SavedChange = PreparedChange & Pick<Registration, 'newSecretHash'>

/** Saves a change; returns false if the platform has changed meanwhile. Throws 400001 if the origin is in use. */
export async function saveChange(
  tx: Transaction,
  actor: Actor,
  { stored, version, after, ...secret }: SavedChange,
): Promise<boolean> {
  const { id } = stored
  const isSaved = await withFreeOrigin(updateSubsystem(tx, { ...after, ...secret, id }, version))
  if (!isSaved) return false
  const before = Object.fromEntries(Object.entries(stored).filter(([name]) => name in after))
  await recordAudit(tx, actor, 'platform_changed', { targetId: id, data: { before, after } })
  if (stored.active && !after.active) await enqueueAccessEnd(tx, { subsystemId: id })
  return true
}

/** Returns the error for a change from an outdated version, with the name of the admin who made the last change. */
export async function changedMeanwhile(db: Db, id: string): Promise<Refusal> {
  const code = errorCodes.changedMeanwhile
  const actions = ['platform_changed', 'platform_secret_replaced'] as const
  return new Refusal(code, { faults: [{ code, by: await findLastAdmin(db, actions, id) }] })
}

/** Returns a new secret if one is needed, null to remove the secret, or undefined to keep the present state. */
function newSecretOf(
  { clientSecretHash }: Subsystem,
  { proof }: Platform,
): string | null | undefined {
  if (proof === 'secret') return clientSecretHash === null ? randomToken() : undefined
  return clientSecretHash === null ? undefined : null
}

/** Returns the fields that a change contains. */
export function factsOf(platform: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(platform).filter(([name]) => platformFacts.includes(name)),
  )
}

/** Returns the fields to save, without keys if the platform does not authenticate by keys. */
export function registrationOf({ proof, ...input }: Platform) {
  if (proof !== 'keys') return { ...input, jwks: null, jwksUri: null }
  return { ...input, jwks: input.jwks as JSONWebKeySet | null }
}

async function withFreeOrigin<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    throw isEntryOriginTaken(error) ? invalidField('entryOrigin', 'originTaken') : error
  }
}

export type Replacement = { id: string; version: number; graceHours: number }

/** Finds a platform with a secret. Throws 404001 for any other platform and for an unknown id. */
export async function requireWithSecret(db: Db, id: string): Promise<Subsystem> {
  const stored = await findSubsystem(db, id)
  if (!stored || stored.clientSecretHash === null) throw new Refusal(commonErrors.notFound)
  return stored
}

/**
 * Replaces a secret and returns the new one, which cannot be read again. Throws 404001 for a platform without a secret,
 * and 409001 if the platform has changed since `version`.
 */
export async function replaceSecret(
  db: Db,
  actor: Actor,
  replacement: Replacement,
): Promise<{ clientSecret: string }> {
  const { id } = await requireWithSecret(db, replacement.id)
  const clientSecret = randomToken()
  const isReplaced = await transaction(db, (tx) =>
    saveSecret(tx, actor, { ...replacement, newSecretHash: tokenHash(clientSecret) }),
  )
  if (!isReplaced) throw await changedMeanwhile(db, id)
  return { clientSecret }
}

/** Saves the hash of a new secret. Returns false if the platform has changed since `version`. */
export async function saveSecret(
  tx: Transaction,
  actor: Actor,
  replacement: Replacement & { newSecretHash: Buffer },
): Promise<boolean> {
  if (!(await replaceClientSecret(tx, replacement))) return false
  const { id: targetId, graceHours } = replacement
  await recordAudit(tx, actor, 'platform_secret_replaced', { targetId, data: { graceHours } })
  return true
}

/** Sends undelivered logout notifications again, and returns their number. */
export function resendNotifications(db: Db, actor: Actor, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const again = await requeueNotifications(tx, id)
    await recordAudit(tx, actor, 'logout_notifications_resent', { targetId: id, data: { again } })
    return again
  })
}
