import { isDeepStrictEqual } from 'node:util'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Approval } from '#domain/approvals/approval.ts'
import { askSecondPerson, type ApprovalExecutor } from '#domain/approvals/second-person.ts'
import { findSubsystem, type Registration, type Subsystem } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import {
  changedMeanwhile,
  factsOf,
  makeChange,
  prepareChange,
  replaceSecret,
  requireWithSecret,
  saveChange,
  saveSecret,
  type Change,
  type PreparedChange,
  type Replacement,
  type NewSecret,
} from './save.ts'

const kind = 'platform-addresses'

/** Fields that decide where users and tokens are sent, and how the platform authenticates. */
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
]

/** Changes a platform. Requests two-person approval, if required, for a change that affects an address or a key. */
export async function changeOrRequest(
  db: Db,
  caller: AdminCaller,
  change: Change,
): Promise<NewSecret | AskedApprovalReply> {
  const prepared = await prepareChange(db, change)
  const { stored, version, clientSecret } = prepared
  const changes = changesOf(prepared, change.input.proof)
  if (!Object.keys(changes.proposal).some((name) => protectedFields.includes(name)))
    return makeChange(db, caller, prepared)
  if (stored.version !== version) throw await changedMeanwhile(db, stored.id)
  const approval = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, { ...changes, kind, ...targetOf(stored), reason: '' }),
  )
  if (!approval) return makeChange(db, caller, prepared)
  return { ...approval, ...(clientSecret && { clientSecret }) }
}

/**
 * Replaces a secret. Requests two-person approval, if required, for a replacement without a grace period. Throws 404001
 * for a platform without a secret, and 409001 if the platform has changed since `version`.
 */
export async function replaceOrRequest(
  db: Db,
  caller: AdminCaller,
  replacement: Replacement,
): Promise<NewSecret | AskedApprovalReply> {
  const stored = await requireWithSecret(db, replacement.id)
  if (replacement.graceHours > 0) return replaceSecret(db, caller, replacement)
  if (stored.version !== replacement.version) throw await changedMeanwhile(db, stored.id)
  const clientSecret = randomToken()
  const approval = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, {
      kind,
      ...targetOf(stored),
      before: { newSecret: false },
      proposal: { newSecret: true, newSecretHash: hashText(clientSecret) },
      reason: '',
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
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, oldValues[name]),
  )
  return {
    before: Object.fromEntries(changedFields.map(([name]) => [name, oldValues[name]])),
    proposal: {
      ...Object.fromEntries(changedFields),
      ...(clientSecret && { newSecretHash: hashText(clientSecret) }),
    },
  }
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
}

/** Saves the approved change or the new secret if the platform is unchanged since the request. */
export const platformAddressesApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId, targetVersion, proposal }, actor) => {
    const stored = await findSubsystem(tx, targetId)
    if (!stored || stored.version !== targetVersion) return 'changed meanwhile'
    const { proof, newSecret, newSecretHash: text, ...facts }: Proposal = proposal
    const { version } = stored
    const secret = text === undefined ? {} : { newSecretHash: Buffer.from(text, 'base64') }
    const isSaved =
      newSecret && secret.newSecretHash
        ? await saveSecret(tx, actor, { id: stored.id, version, graceHours: 0, ...secret })
        : await saveChange(tx, actor, {
            stored,
            version,
            ...secret,
            after: { ...(factsOf(stored) as Omit<Registration, 'id'>), ...facts },
            clientSecret: proof === undefined || proof === 'secret' ? undefined : null,
          })
    return isSaved ? undefined : 'changed meanwhile'
  },
}
