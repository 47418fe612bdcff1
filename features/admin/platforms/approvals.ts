import { isDeepStrictEqual } from 'node:util'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Approval } from '#domain/approvals/approval.ts'
import { invalidField } from '#contract/refusal.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { findSubsystem, type Registration, type Subsystem } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import {
  factsOf,
  makeChange,
  platformChanges,
  prepareChange,
  prepareNew,
  replaceSecret,
  requireWithSecret,
  saveChange,
  saveNew,
  saveSecret,
  type Change,
  type NewPlatform,
  type PreparedChange,
  type Replacement,
  type NewSecret,
} from './save.ts'

const kind = 'platform-addresses'

/**
 * Fields that decide where users and tokens are sent, how users and the platform authenticate, and what the platform
 * may do and read.
 */
const protectedFields: readonly string[] = [
  'url',
  'redirectUris',
  'postLogoutUris',
  'backchannelLogoutUri',
  'origins',
  'entryOrigin',
  'jwks',
  'jwksUri',
  'proof',
  'pkce',
  'requiredAcr',
  'maxAgeMinutes',
  'idleMinutes',
  'extraScopes',
  'mayInvite',
  'apis',
]

/** Registers a platform, or requests two-person approval if it is required. Throws 400001 like `addPlatform`. */
export async function addOrRequest(
  db: Db,
  caller: AdminCaller,
  input: NewPlatform,
): Promise<NewSecret | AskedApprovalReply> {
  const { clientSecret, id: targetId, ...facts } = await prepareNew(db, input)
  if (await findSubsystem(db, targetId)) throw invalidField('id', 'idTaken')
  const approval = await transaction(db, async (tx) => {
    const asked = await askSecondPerson(tx, caller, {
      kind: 'platform-add',
      targetId,
      targetVersion: null,
      before: {},
      proposal: { ...facts, ...(clientSecret && { newSecretHash: hashText(clientSecret) }) },
      reason: '',
    })
    if (!asked) await saveNew(tx, caller, { ...facts, id: targetId, clientSecret })
    return asked
  })
  return approval ? { ...approval, ...(clientSecret && { clientSecret }) } : { clientSecret }
}

/**
 * Changes a platform. Requests two-person approval, if required, for an activation, for an offer to all companies that
 * have all platforms, and for a change of a protected field.
 */
export async function changeOrRequest(
  db: Db,
  caller: AdminCaller,
  change: Change,
): Promise<NewSecret | AskedApprovalReply> {
  const prepared = await prepareChange(db, change)
  const { stored, version, clientSecret } = prepared
  // The check in `saveChange` alone would let a guessed next version undo a colleague's change without approval.
  if (stored.version !== version) throw await changedMeanwhile(db, platformChanges, stored.id)
  const changes = changesOf(prepared, change.input.proof)
  const isActivation = changes.proposal['active'] === true
  const isOffer = changes.proposal['offeredToAll'] === true
  if (
    !isActivation &&
    !isOffer &&
    !Object.keys(changes.proposal).some((name) => protectedFields.includes(name))
  )
    return makeChange(db, caller, prepared)
  const approval = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, { ...changes, kind, ...targetOf(stored), reason: '' }),
  )
  if (!approval) return makeChange(db, caller, prepared)
  return { ...approval, ...(clientSecret && { clientSecret }) }
}

/**
 * Replaces a secret, or requests two-person approval if it is required. Throws 404001 for a platform without a secret,
 * and 409001 if the platform has changed since `version`.
 */
export async function replaceOrRequest(
  db: Db,
  caller: AdminCaller,
  replacement: Replacement,
): Promise<NewSecret | AskedApprovalReply> {
  const stored = await requireWithSecret(db, replacement.id)
  if (stored.version !== replacement.version)
    throw await changedMeanwhile(db, platformChanges, stored.id)
  const clientSecret = randomToken()
  const { graceHours, reason = '' } = replacement
  const approval = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, {
      kind,
      ...targetOf(stored),
      before: { newSecret: false },
      proposal: { newSecret: true, newSecretHash: hashText(clientSecret), graceHours },
      reason,
    }),
  )
  return approval ? { ...approval, clientSecret } : replaceSecret(db, caller, replacement)
}

function targetOf({ id: targetId, version: targetVersion }: Subsystem) {
  return { targetId, targetVersion }
}

function hashText(clientSecret: string): string {
  return tokenHash(clientSecret).toString('base64')
}

type Proof = Change['input']['proof']

/** Returns the fields that differ, with their values before and after the change. */
function changesOf(
  { stored, after, clientSecret }: PreparedChange,
  proof: Proof,
): Pick<Approval, 'before' | 'proposal'> {
  const oldValues: Record<string, unknown> = { ...stored, proof: proofOf(stored) }
  const changedFields = Object.entries({ ...after, proof }).filter(
    ([name, value]) => value !== undefined && !isSame(value, oldValues[name]),
  )
  return {
    before: Object.fromEntries(changedFields.map(([name]) => [name, oldValues[name]])),
    proposal: {
      ...Object.fromEntries(changedFields),
      ...(clientSecret && { newSecretHash: hashText(clientSecret) }),
    },
  }
}

/** Returns true for equal values; lists of texts are equal in any order. */
function isSame(value: unknown, other: unknown): boolean {
  return isDeepStrictEqual(sorted(value), sorted(other))
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.toSorted()
    : value
}

function proofOf({ clientSecretHash, jwks, jwksUri }: Subsystem): Proof {
  if (clientSecretHash) return 'secret'
  return jwks || jwksUri ? 'keys' : 'none'
}

type Proposal = Omit<Partial<Registration>, 'newSecretHash'> & {
  proof?: Proof
  /** True if the secret is replaced and nothing else changes. */
  newSecret?: boolean
  newSecretHash?: string
  /** Hours for which the old secret stays valid, from the approval on. */
  graceHours?: number
}

/** Adds the approved platform, unless its id was taken after the request. */
export const platformAddApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId: id, proposal }, actor) => {
    if (await findSubsystem(tx, id)) return 'changed meanwhile'
    const { newSecretHash: text, ...facts } = proposal as Omit<Registration, 'newSecretHash'> &
      Proposal
    await saveNew(tx, actor, { ...facts, id, newSecretHash: hashFrom(text) })
    return undefined
  },
}

function hashFrom(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

/** Saves the approved change or the new secret if the platform is unchanged since the request. */
export const platformAddressesApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId, targetVersion, proposal, reason }, actor) => {
    const stored = await findSubsystem(tx, targetId)
    if (!stored || stored.version !== targetVersion) return 'changed meanwhile'
    const { proof, newSecret, newSecretHash: text, graceHours = 0, ...facts }: Proposal = proposal
    const { id, version } = stored
    const newSecretHash = hashFrom(text)
    const isSaved =
      newSecret && newSecretHash
        ? await saveSecret(tx, actor, { id, version, graceHours, newSecretHash, reason })
        : await saveChange(tx, actor, {
            stored,
            version,
            newSecretHash,
            after: { ...(factsOf(stored) as Omit<Registration, 'id'>), ...facts },
            // Null removes the secret. A new secret is never here, because a request contains only its hash.
            clientSecret: proof === undefined || proof === 'secret' ? undefined : null,
          })
    return isSaved ? undefined : 'changed meanwhile'
  },
}
