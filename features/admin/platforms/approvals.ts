import { isDeepStrictEqual } from 'node:util'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Approval } from '#domain/approvals/approval.ts'
import { askSecondPerson, type ApprovalExecutor } from '#domain/approvals/second-person.ts'
import { findSubsystem, type Registration, type Subsystem } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { platformFacts } from './contract.ts'
import {
  changedMeanwhile,
  makeChange,
  prepareChange,
  replaceSecret,
  requireWithSecret,
  saveChange,
  saveSecret,
  type Change,
  type PreparedChange,
  type Replacement,
  type Saved,
} from './save.ts'

const kind = 'platform-addresses'

/** Fields that decide where users and tokens are sent, and how the platform authenticates. */
const guarded: readonly string[] = [
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
export async function changeOrAsk(
  db: Db,
  caller: AdminCaller,
  change: Change,
): Promise<Saved | AskedApprovalReply> {
  const prepared = await prepareChange(db, change)
  const { known, version, clientSecret } = prepared
  const changes = changesOf(prepared, change.sent.proof)
  if (!Object.keys(changes.proposal).some((name) => guarded.includes(name)))
    return makeChange(db, caller, prepared)
  if (known.version !== version) throw await changedMeanwhile(db, known.id)
  const asked = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, { ...changes, kind, ...aboutOf(known), reason: '' }),
  )
  if (!asked) return makeChange(db, caller, prepared)
  return { ...asked, ...(clientSecret && { clientSecret }) }
}

/**
 * Replaces a secret. Requests two-person approval, if required, for a replacement without a grace period. Throws 404001
 * for a platform without a secret, and 409001 if the platform has changed since `version`.
 */
export async function replaceOrAsk(
  db: Db,
  caller: AdminCaller,
  replacement: Replacement,
): Promise<Saved | AskedApprovalReply> {
  const known = await requireWithSecret(db, replacement.id)
  if (replacement.graceHours > 0) return replaceSecret(db, caller, replacement)
  if (known.version !== replacement.version) throw await changedMeanwhile(db, known.id)
  const clientSecret = randomToken()
  const asked = await transaction(db, (tx) =>
    askSecondPerson(tx, caller, {
      kind,
      ...aboutOf(known),
      before: { newSecret: false },
      proposal: { newSecret: true, newSecretHash: hashText(clientSecret) },
      reason: '',
    }),
  )
  return asked ? { ...asked, clientSecret } : replaceSecret(db, caller, replacement)
}

function aboutOf({ id: targetId, version: targetVersion }: Subsystem) {
  return { targetId, targetVersion }
}

function hashText(clientSecret: string): string {
  return tokenHash(clientSecret).toString('base64')
}

type Proof = Change['sent']['proof']

/** Returns the fields that differ, with their values before and after the change. */
function changesOf(
  { known, after, clientSecret }: PreparedChange,
  proof: Proof,
): Pick<Approval, 'before' | 'proposal'> {
  const then: Record<string, unknown> = { ...known, proof: proofOf(known) }
  const differing = Object.entries({ ...after, proof }).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, then[name]),
  )
  return {
    before: Object.fromEntries(differing.map(([name]) => [name, then[name]])),
    proposal: {
      ...Object.fromEntries(differing),
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

export const platformAddressesApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId, targetVersion, proposal }, actor) => {
    const known = await findSubsystem(tx, targetId)
    if (!known || known.version !== targetVersion) return 'changed meanwhile'
    const { proof, newSecret, newSecretHash: text, ...facts }: Proposal = proposal
    const { version } = known
    const secret = text === undefined ? {} : { newSecretHash: Buffer.from(text, 'base64') }
    const isSaved =
      newSecret && secret.newSecretHash
        ? await saveSecret(tx, actor, { id: known.id, version, graceHours: 0, ...secret })
        : await saveChange(tx, actor, {
            known,
            version,
            ...secret,
            after: { ...registrationOf(known), ...facts },
            clientSecret: proof === undefined || proof === 'secret' ? undefined : null,
          })
    return isSaved ? undefined : 'changed meanwhile'
  },
}

function registrationOf(known: Subsystem): Omit<Registration, 'id'> {
  const own = Object.entries(known).filter(([name]) => platformFacts.includes(name))
  return Object.fromEntries(own) as Omit<Registration, 'id'>
}
