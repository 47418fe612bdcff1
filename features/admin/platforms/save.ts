import { isDeepStrictEqual } from 'node:util'
import type { JSONWebKeySet } from 'jose'
import type { AllowedApi } from '#contract/api.ts'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { enqueueAccessEnd } from '#domain/platform-access/platform-access-end.ts'
import { mailCredentialsReplaced } from '#domain/platforms/credentials-mail.ts'
import { lockNames, requireFreeName } from '#domain/platforms/platform-name.ts'
import { requeueNotifications } from '#domain/platforms/platform-session.ts'
import {
  updateSubsystem,
  findSubsystem,
  findSubsystemName,
  isEntryOriginTaken,
  createSubsystem,
  replaceClientSecret,
  type Registration,
  type Subsystem,
} from '#domain/platforms/subsystem.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import type { addPlatform as addEndpoint, changePlatform as changeEndpoint } from './contract.ts'
import { platformFacts } from './fields-contract.ts'
import { isNewName, requireValid } from './check.ts'

/** Audit log actions by which `changedMeanwhile` finds the admin who changed a platform. */
export const platformChanges = ['platform_changed', 'platform_secret_replaced'] as const

type Platform = Body<typeof changeEndpoint>
/** The new secret, which only this reply contains; null if there is none. */
export type NewSecret = { clientSecret: string | null }

export type NewPlatform = Body<typeof addEndpoint>

/** Registers a platform and returns its new secret. Throws 400001 like `prepareNew`, and for an id or origin in use. */
export async function addPlatform(db: Db, actor: Actor, input: NewPlatform): Promise<NewSecret> {
  const platform = await prepareNew(db, input)
  await transaction(db, (tx) => saveNew(tx, actor, platform))
  return { clientSecret: platform.clientSecret }
}

/** Validates a new platform and creates its secret. Throws 400001 for invalid keys, APIs, logout URIs or names. */
export async function prepareNew(db: Db, { id, ...facts }: NewPlatform) {
  const after = { ...registrationOf(facts), id }
  await requireValid(db, after)
  return { ...after, clientSecret: facts.proof === 'secret' ? randomToken() : null }
}

/** Saves a validated platform. Throws 400001 if the id, the origin or the name belongs to another platform. */
export async function saveNew(
  tx: Transaction,
  actor: Actor,
  { id, clientSecret, newSecretHash, ...after }: Registration,
): Promise<void> {
  if (!(await withFreeOrigin(createSubsystem(tx, { ...after, id, clientSecret, newSecretHash }))))
    throw invalidField('id', 'idTaken')
  await lockNames(tx)
  await requireFreeName(tx, { id, name: after.name })
  await recordAudit(tx, actor, 'platform_added', { targetId: id, data: { after } })
}

export type Change = { id: string; version: number; input: Platform }

/** A validated change. `clientSecret`: undefined keeps the present secret, null removes it. */
export type PreparedChange = {
  stored: Subsystem
  version: number
  after: Omit<Registration, 'id'>
  clientSecret: string | null | undefined
}

/**
 * Validates a change. Throws 404001 for an unknown platform, and 400001 like `requireValid`. `comingApis` are APIs that
 * will be saved before the change.
 */
export async function prepareChange(
  db: Db,
  { id, version, input }: Change,
  comingApis?: readonly AllowedApi[],
): Promise<PreparedChange> {
  const stored = await findSubsystem(db, id)
  if (!stored) throw new Refusal(commonErrors.notFound)
  const after = registrationOf(input)
  await requireValid(db, { ...after, id }, { stored, comingApis })
  return { stored, version, after, clientSecret: newSecretOf(stored, input) }
}

/** Changes a platform. Throws 409001 with the other admin's name if the platform has changed since `version`. */
export async function changePlatform(db: Db, actor: Actor, change: Change): Promise<NewSecret> {
  return makeChange(db, actor, await prepareChange(db, change))
}

/** Saves a prepared change. Throws 409001 with the other admin's name if the platform has changed since `version`. */
export async function makeChange(db: Db, actor: Actor, change: PreparedChange): Promise<NewSecret> {
  const isChanged = await transaction(db, (tx) => saveChange(tx, actor, change))
  if (!isChanged) throw await changedMeanwhile(db, platformChanges, change.stored.id)
  return { clientSecret: change.clientSecret ?? null }
}

type SavedChange = PreparedChange & Pick<Registration, 'newSecretHash'>

/** Saves a change; returns false if the platform changed since `version`. Throws 400001 for a taken origin or name. */
export async function saveChange(
  tx: Transaction,
  actor: Actor,
  { stored, version, after, ...secret }: SavedChange,
): Promise<boolean> {
  const { id } = stored
  if (isNewName(after, stored)) {
    await lockNames(tx)
    await requireFreeName(tx, { id, name: after.name })
  }
  const isSaved = await withFreeOrigin(updateSubsystem(tx, { ...after, ...secret, id }, version))
  if (!isSaved) return false
  const before = Object.fromEntries(Object.entries(stored).filter(([name]) => name in after))
  await recordAudit(tx, actor, 'platform_changed', { targetId: id, data: { before, after } })
  if (replacesCredentials({ stored, after, ...secret })) {
    await mailCredentialsReplaced(tx, actor, { kind: 'platform', id, name: after.name }, 'keys')
  }
  const isWithdrawn = stored.offeredToAll && after.offeredToAll === false
  if (stored.active && !after.active) await enqueueAccessEnd(tx, { subsystemId: id })
  else if (isWithdrawn) await enqueueAccessEnd(tx, { subsystemId: id })
  return true
}

/** Returns true if a change sets or removes a secret or a key. */
function replacesCredentials({
  stored,
  after,
  clientSecret,
  newSecretHash,
}: Omit<SavedChange, 'version'>): boolean {
  const isSame =
    isDeepStrictEqual(stored.jwks, after.jwks ?? null) && stored.jwksUri === (after.jwksUri ?? null)
  return clientSecret !== undefined || newSecretHash !== undefined || !isSame
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

export type Replacement = {
  id: string
  version: number
  graceHours: number
  reason?: string | undefined
}

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
  if (!isReplaced) throw await changedMeanwhile(db, platformChanges, id)
  return { clientSecret }
}

/** Saves the hash of a new secret. Returns false if the platform has changed since `version`. */
export async function saveSecret(
  tx: Transaction,
  actor: Actor,
  replacement: Replacement & { newSecretHash: Buffer },
): Promise<boolean> {
  if (!(await replaceClientSecret(tx, replacement))) return false
  const { id: targetId, graceHours, reason } = replacement
  const name = (await findSubsystemName(tx, targetId)) ?? ''
  await mailCredentialsReplaced(tx, actor, { kind: 'platform', id: targetId, name }, 'secret')
  await recordAudit(tx, actor, 'platform_secret_replaced', {
    targetId,
    data: { graceHours, ...(reason && { reason }) },
  })
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
