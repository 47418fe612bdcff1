import './node-lts.ts' // before oidc-provider
import { acrs, singleFactor, type Acr } from '#contract/assurance.ts'
import {
  errors,
  interactionPolicy,
  type Client,
  type ClientMetadata,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import {
  claimsOfEvent,
  findEvent,
  findReach,
  leastAcr,
  levelOf,
  reaches,
  type Requirement,
} from '#domain/platforms/assurance.ts'
import { findIdleSince } from '#domain/platforms/platform-session.ts'
import { db } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

const { Check, Prompt } = interactionPolicy

/** Returns the assurance settings of a platform as client metadata. Requests cannot ask for less than these values. */
export function metadataOf(platform: {
  requiredAcr: Acr | null
  maxAgeMinutes: number | null
  idleMinutes: number | null
}): Partial<ClientMetadata> {
  const { requiredAcr, maxAgeMinutes, idleMinutes } = platform
  return {
    has_idle_time: idleMinutes !== null,
    ...(requiredAcr && {
      required_acr: requiredAcr,
      default_acr_values: acrs.filter((acr) => reaches(acr, requiredAcr)).toReversed(),
    }),
    ...(maxAgeMinutes !== null && {
      default_max_age: maxAgeMinutes * 60,
      require_auth_time: true,
    }),
  }
}

export function requiredAcrOf(client: Client | undefined): Acr | undefined {
  return (client?.['required_acr'] as Acr | undefined) ?? leastAcr()
}

type AcrClaim = { essential?: boolean; value?: unknown; values?: unknown }

type RequestedAssurance = {
  requirement: Requirement
  /** A lower requirement, for users who cannot reach the class that the request merely prefers. */
  fallback: Requirement
  /** True if an essential `acr` claim names only unknown classes. */
  isImpossible: boolean
}

/**
 * Returns the assurance that a request asks for, never less than the registration requires. `acr_values` is a
 * preference, an essential `acr` a condition (OpenID Connect Core §3.1.2.1, §5.5.1.1).
 */
async function requestedAssuranceOf(
  { oidc }: KoaContextWithOIDC,
  sessionId: string,
): Promise<RequestedAssurance> {
  const { params, client, result } = oidc
  const required = requiredAcrOf(client) ?? singleFactor
  const essential = essentialAcrsOf(params?.['claims'])
  const preferredAcrs = knownAcrsOf(String(params?.['acr_values'] ?? '').split(' '))
  const knownEssential = essential && knownAcrsOf(essential)
  // Any of the essential classes is enough, so the lowest of them is the condition.
  const condition = highest([required, lowest(knownEssential ?? [])])
  const maxAges = [params?.['max_age'], client?.defaultMaxAge]
    .filter((age) => age !== undefined && age !== null)
    .map(Number)
  const fallback = {
    least: condition,
    preferred: (knownEssential ?? preferredAcrs).filter((acr) => reaches(acr, condition)),
    maxAgeSeconds: maxAges.length > 0 ? Math.min(...maxAges) : undefined,
    askedAt: askedAtOf(result),
    after: client?.['has_idle_time']
      ? await findIdleSince(db, { sessionId, clientId: client.clientId })
      : undefined,
  }
  return {
    requirement: { ...fallback, least: highest([condition, lowest(preferredAcrs)]) },
    fallback,
    isImpossible: knownEssential?.length === 0,
  }
}

/** Returns the time at which the interaction recorded the request, by the database's clock. */
export function askedAtOf(result: object | undefined): Date | undefined {
  const { askedAt } = (result ?? {}) as { askedAt?: string }
  return askedAt === undefined ? undefined : new Date(askedAt)
}

function essentialAcrsOf(claims: unknown): string[] | undefined {
  if (typeof claims !== 'string') return undefined
  const { acr } = (JSON.parse(claims) as { id_token?: { acr?: AcrClaim | null } }).id_token ?? {}
  if (!acr?.essential) return undefined
  if (acr.values !== undefined && !Array.isArray(acr.values))
    throw new errors.InvalidRequest('invalid claims.id_token.acr.values type')
  const values = [acr.value, ...(acr.values ?? [])].filter((value) => value !== undefined)
  return values.length > 0 ? values.map(String) : undefined
}

function knownAcrsOf(values: readonly string[]): Acr[] {
  return values.filter((value) => levelOf(value) >= 0) as Acr[]
}

function lowest(values: readonly Acr[]): Acr | undefined {
  return acrs.find((acr) => values.includes(acr))
}

function highest(values: readonly (Acr | undefined)[]): Acr {
  return acrs.findLast((acr) => values.includes(acr)) ?? singleFactor
}

/** The part of the prompt's details that interaction.ts reads. In a stored interaction, times are strings. */
export type StepUpDetails = { requirement?: Requirement; isImpossible?: boolean }

/**
 * Creates the prompt that chooses the login event that the tokens will describe, and redirects to a step-up if no event
 * is sufficient. Replaces the library's checks of age and class, which know only one event.
 */
export function createStepUpPrompt() {
  const check = new Check(
    'step_up',
    'the login is too old or too weak',
    'login_required',
    async (ctx) => {
      const { oidc, state } = ctx
      const { session } = currentRequest()
      if (!session) return Check.REQUEST_PROMPT
      const { requirement, fallback, isImpossible } = await requestedAssuranceOf(ctx, session.id)
      let target = requirement
      let event = isImpossible ? undefined : findEvent(session, target)
      if (!event && !isImpossible && fallback.least !== target.least) {
        const reach = await findReach(db, session.userId)
        if (!reaches(reach, target.least)) target = fallback
        event = findEvent(session, target)
      }
      if (!event) {
        state['stepUp'] = { userId: session.userId, requirement: target, isImpossible }
        return Check.REQUEST_PROMPT
      }
      const { authTime, ...claims } = claimsOfEvent(event, target)
      oidc.session?.loginAccount({
        accountId: session.userId,
        loginTs: authTime,
        ...claims,
        transient: true,
      })
      return Check.NO_NEED_TO_PROMPT
    },
    ({ state }) => ({ stepUp: state['stepUp'] }),
  )
  return new Prompt({ name: 'step-up' }, check)
}
