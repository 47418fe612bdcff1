import { multiFactor, phishingResistant, type Acr } from '#contract/assurance.ts'
import { commonErrors, Refusal, type Proof } from '#contract/refusal.ts'
import { findEvent, requirementOf, type Requirement } from '#domain/platforms/assurance.ts'
import { findAccessIdleSince } from '#domain/platforms/forward-auth-access.ts'
import { findSignOnRequest } from '#domain/platforms/sign-on-request.ts'
import { findSession } from '#domain/sessions/session.ts'
import { findProofs, hasCode } from '#domain/sessions/step-up.ts'
import { findSubsystem, findSubsystemName } from '#domain/platforms/subsystem.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { db } from '#server/db.ts'
import type { StepUpRequest } from './contract.ts'

type StepUpQuery = { uid?: string | undefined; subsystem?: string | undefined }

/**
 * Returns the step-up that a platform's request or a platform behind a proxy needs. Throws 404001 for a request that
 * has expired, belongs to another user, or needs no step-up, and for a platform that is not behind a proxy.
 */
export async function findStepUp(caller: UserCaller, query: StepUpQuery): Promise<StepUpRequest> {
  const session = await findSession(db, { id: caller.sessionId })
  const { id, requirement } = await (query.uid === undefined
    ? findProxiedRequirement(caller, query.subsystem)
    : findRequestRequirement(caller, query.uid))
  if (!session || !requirement) throw new Refusal(commonErrors.notFound)
  return {
    platform: (await findSubsystemName(db, id)) ?? id,
    email: (await getUser(db, caller.userId)).email,
    // A login that is strong enough but too old is repeated.
    reason: findEvent(session, withoutAge(requirement)) ? 'again' : reasonOf(requirement.least),
    ways: waysOf(requirement.least, await findProofs(db, caller.userId)),
  }
}

async function findRequestRequirement({ userId }: UserCaller, uid: string) {
  const { clientId: id = '', stepUp } = (await findSignOnRequest(db, uid)) ?? {}
  return { id, requirement: stepUp?.userId === userId ? stepUp.requirement : undefined }
}

/** Returns the requirement in the registration of a platform behind a proxy, which makes no request. */
async function findProxiedRequirement({ sessionId }: UserCaller, subsystemId = '') {
  const platform = await findSubsystem(db, subsystemId)
  const idleSince = await findAccessIdleSince(db, { sessionId, subsystemId })
  // Only a platform behind a proxy has an entry origin.
  const requirement = platform?.entryOrigin ? requirementOf(platform, idleSince) : undefined
  return { id: subsystemId, requirement }
}

function withoutAge(requirement: Requirement): Requirement {
  return { ...requirement, maxAgeSeconds: undefined, after: undefined }
}

function reasonOf(least: Acr) {
  return least === phishingResistant ? 'passkey' : 'two-factors'
}

/** Returns the ways that satisfy `least`. The password alone is a proof only of an account without a second factor. */
function waysOf(least: Acr, proofs: readonly Proof[]): StepUpRequest['ways'] {
  const passkey = proofs.includes('passkey') ? (['passkey'] as const) : []
  if (least === phishingResistant) return [...passkey]
  if (least === multiFactor)
    return [...passkey, ...(hasCode(proofs) ? (['password-otp'] as const) : [])]
  if (hasCode(proofs)) return [...passkey, 'otp']
  return proofs.includes('password') ? ['password'] : [...passkey]
}
