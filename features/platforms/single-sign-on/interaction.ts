import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import * as links from '#contract/links.ts'
import { wantedLocale } from '#contract/locale.ts'
import { claimsOfEvent, findEvent, type Requirement } from '#domain/platforms/assurance.ts'
import { errorTypeOf } from '#domain/platform-access/platform-access.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import type { Session } from '#domain/sessions/session.ts'
import { isTestClient } from '#domain/platforms/test-login.ts'
import { db, scalar } from '#server/db.ts'
import { askedAtOf, type StepUpDetails } from './assurance.ts'
import { currentRequest } from './oidc-request.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
/** The request and the response of Node, which the library expects. */
type RequestAndResponse = Parameters<Provider['interactionDetails']>
type ErrorResult = { error: string; error_description: string }

/**
 * Returns the URL to redirect an interaction to: the login or a step-up and back here, the portal with the reason why
 * access is refused, or the provider. With `isGivenUp`, the user cannot or does not want to meet the requirement.
 */
export async function continueSignOn(
  provider: Provider,
  raw: RequestAndResponse,
  isGivenUp = false,
): Promise<string> {
  const interaction = await provider.interactionDetails(...raw)
  if (interaction.prompt.name === 'platform-access') {
    if (!isTestClient(String(interaction.params['client_id']))) return refuse(interaction)
    return provider.interactionResult(...raw, accessDenied(interaction))
  }
  const { session } = currentRequest()
  const askedAt = await recordRequestTime(interaction, session)
  if (!session) return toLogin(interaction)
  const isNewLogin = session.loginAt > askedAt
  if (asksForLogin(interaction) && !isNewLogin) return toLogin(interaction)
  const mismatch = findUserMismatch(session, interaction)
  if (mismatch) return provider.interactionResult(...raw, mismatch)
  const shortfall = findShortfall(session, interaction, askedAt)
  if (shortfall === 'step-up' && !isGivenUp)
    return links.hrefOf(links.withToken(links.stepUp(), interaction.uid))
  const result = shortfall ? unmetRequirement : resultOf(session, askedAt)
  return provider.interactionResult(...raw, result)
}

/**
 * Records and returns the time of the request by the database's clock. A later authentication meets `max_age`, and
 * `prompt=login` requires a later login. A request with a stored result lives longer (adapter.ts), because a browser
 * has brought it to the login. A request that leads to a login is detached from the session, because a login as another
 * user ends that session.
 */
async function recordRequestTime(
  interaction: Interaction,
  session: Session | undefined,
): Promise<Date> {
  const recordedAt = askedAtOf(interaction.lastSubmission) ?? askedAtOf(interaction.result)
  const survivesSession =
    asksForLogin(interaction) || (!session && interaction.prompt.name === 'step-up')
  const mustDetach = survivesSession && interaction.session !== undefined
  const hasStoredResult = interaction.result !== undefined
  if (recordedAt && hasStoredResult && !mustDetach) return recordedAt
  const askedAt =
    recordedAt ?? session?.readAt ?? (await scalar<Date>(db)`select now()`) ?? new Date()
  if (mustDetach) interaction.session = undefined
  interaction.result = { askedAt: askedAt.toISOString() }
  await interaction.persist()
  return askedAt
}

/**
 * Returns the URL of the login with the request's `login_hint` and `ui_locales` (OpenID Connect Core §3.1.2.1). With
 * `prompt`, the login page is shown to a logged-in user, too.
 */
function toLogin({ uid, params, prompt }: Interaction): string {
  const isAsked = (name: string) => prompt.reasons.includes(`${name}_prompt`)
  const loginPrompt = ['select_account', 'login'].find(isAsked)
  const locale = wantedLocale(params['ui_locales'])
  const hint = params['login_hint']
  return links.hrefOf(
    links.login({
      redirect: `/sign-on/${uid}`,
      // No email address is longer.
      login_hint: typeof hint === 'string' && hint.length <= 254 ? hint : undefined,
      ui_locales: locale,
      prompt: loginPrompt,
    }),
  )
}

async function refuse(interaction: Interaction): Promise<string> {
  await interaction.destroy()
  const id = String(interaction.params['client_id'])
  const refusal = String(interaction.prompt.details['refused'])
  const error_type = errorTypeOf(refusal, await findSubsystem(db, id))
  return links.hrefOf(links.profile({ forbidden_subsystem: id, error_type }))
}

/**
 * Returns true for `prompt=login` and `select_account`, which require a complete login after the request (OpenID
 * Connect Core §3.1.2.1).
 */
function asksForLogin({ prompt }: Interaction): boolean {
  return ['login_prompt', 'select_account_prompt'].some((reason) => prompt.reasons.includes(reason))
}

/**
 * Returns `step-up` if the session lacks assurance that a step-up can add, and `impossible` if no step-up can. Returns
 * undefined if the assurance is sufficient or the request asks for no step-up.
 */
function findShortfall(session: Session, { prompt }: Interaction, askedAt: Date) {
  const { requirement, isImpossible } = (prompt.details['stepUp'] ?? {}) as StepUpDetails
  if (prompt.name !== 'step-up' || !requirement) return undefined
  if (isImpossible) return 'impossible'
  return findEvent(session, parseRequirement(requirement, askedAt)) ? undefined : 'step-up'
}

/** Parses the times of a stored requirement, which are strings. */
function parseRequirement(requirement: Requirement, askedAt: Date): Requirement {
  const { after } = requirement
  return { ...requirement, askedAt, after: after && new Date(after) }
}

/** Returns the login as the interaction's result. Tokens may describe another event, chosen later (assurance.ts). */
function resultOf(session: Session, askedAt: Date) {
  const { userId: accountId, loginAt: at, methods } = session
  const { authTime: ts, ...claims } = claimsOfEvent({ at, methods }, { preferred: [] })
  return {
    askedAt: askedAt.toISOString(),
    login: { accountId, ts, ...claims, remember: false },
    select_account: {},
    consent: {},
  }
}

/** Returns the error of a test login, which shows the admin the reason instead of redirecting to the portal. */
function accessDenied({ prompt }: Interaction): ErrorResult {
  return { error: 'access_denied', error_description: String(prompt.details['refused']) }
}

const unmetRequirement: ErrorResult = {
  error: 'unmet_authentication_requirements',
  error_description: 'the requested acr is not met',
}

/**
 * Returns an error if `id_token_hint` or the claim `sub` names a user other than the one logged in (OpenID Connect Core
 * §3.1.2.1).
 */
function findUserMismatch(
  session: Session,
  { params, prompt }: Interaction,
): ErrorResult | undefined {
  const { sub } = prompt.details as { sub?: { value?: string } }
  const hint = params['id_token_hint']
  const userId = typeof hint === 'string' ? decodeJwt(hint).sub : sub?.value
  if (userId === undefined || userId === session.userId) return undefined
  return { error: 'login_required', error_description: 'another user is logged in' }
}
