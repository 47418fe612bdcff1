import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { wantedLocale } from '#contract/locale.ts'
import type { Session } from '#domain/session.ts'
import { loginClaimsOf } from './portal-session.ts'
import { currentRequest } from './oidc-request.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Raw = Parameters<Provider['interactionDetails']>

/**
 * Returns where to redirect an interaction: to the login and back here, to the portal with the reason why access is
 * refused, or back to the provider.
 */
export async function continueSignOn(provider: Provider, raw: Raw): Promise<string> {
  const interaction = await provider.interactionDetails(...raw)
  if (interaction.prompt.name === 'platform-access') return refuse(interaction)
  const { session } = currentRequest()
  if (needsNewLogin(interaction, session)) {
    await expectLogin(interaction, session)
    return toLogin(interaction, { prompt: 'login' })
  }
  if (!session) {
    await keep(interaction)
    return toLogin(interaction)
  }
  return provider.interactionResult(...raw, resultOf(interaction, session))
}

/** Marks a request that a browser has brought to the login, so that it lives longer than a new one (adapter.ts). */
async function keep(interaction: Interaction): Promise<void> {
  if (interaction.result) return
  interaction.result = {}
  await interaction.persist()
}

/**
 * OpenID Connect Core §3.1.2.1: passes `login_hint` and `ui_locales` on to the login. With `prompt`, the login asks
 * a user who is logged in, too.
 */
function toLogin({ uid, params }: Interaction, asked: { prompt?: 'login' } = {}): string {
  const locale = wantedLocale(params['ui_locales'])
  const hint = params['login_hint']
  const search = new URLSearchParams({
    redirect: `/sign-on/${uid}`,
    ...(typeof hint === 'string' && hint.length <= 254 && { login_hint: hint }),
    ...(locale && { ui_locales: locale }),
    ...asked,
  })
  return `/login?${search}`
}

async function refuse(interaction: Interaction): Promise<string> {
  await interaction.destroy()
  const search = new URLSearchParams({
    forbidden_subsystem: String(interaction.params['client_id']),
    error_type: String(interaction.prompt.details['refused']),
  })
  return `/main/profile?${search}`
}

/** OpenID Connect Core §3.1.2.1, `prompt=login`, `select_account` and `max_age`: only a login after the request counts. */
function needsNewLogin({ prompt, params, result }: Interaction, session?: Session): boolean {
  const ageSeconds = session ? (Date.now() - session.createdAt.getTime()) / 1000 : Infinity
  const isOld = prompt.reasons.includes('max_age') && ageSeconds > Number(params['max_age'])
  const isAsked = ['login_prompt', 'select_account_prompt'].some((reason) =>
    prompt.reasons.includes(reason),
  )
  if (!isOld && !isAsked) return false
  const previousId = result?.['previousSessionId']
  return previousId === undefined || previousId === session?.id
}

/**
 * Remembers the current session, so that any other one counts as a new login. It stays alive until then: a link on a
 * foreign page must not log the user out. The interaction is detached from it to survive its end.
 */
async function expectLogin(interaction: Interaction, session?: Session): Promise<void> {
  interaction.session = undefined
  interaction.result = { previousSessionId: session?.id ?? 'none' }
  await interaction.persist()
}

function resultOf(interaction: Interaction, session: Session) {
  const error = unmetRequirement(session, interaction)
  if (error) return error
  const { loginTs, ...login } = loginClaimsOf(session)
  return { login: { ...login, ts: loginTs, remember: false }, select_account: {}, consent: {} }
}

type RequestedClaims = { acr?: { value?: string; values?: string[] }; sub?: { value?: string } }

/** OpenID Connect Core §3.1.2.1: `id_token_hint` and a required `acr`. */
function unmetRequirement(session: Session, { params, prompt }: Interaction) {
  const { acr, sub } = prompt.details as RequestedClaims
  const hint = params['id_token_hint']
  const userId = typeof hint === 'string' ? decodeJwt(hint).sub : sub?.value
  if (userId !== undefined && userId !== session.userId) {
    return { error: 'login_required', error_description: 'another user is logged in' }
  }
  // OpenID Connect Core §5.5.1.1: the session's acr cannot be raised.
  if (acr && ![acr.value, ...(acr.values ?? [])].includes(loginClaimsOf(session).acr)) {
    return {
      error: 'unmet_authentication_requirements',
      error_description: 'the requested acr is not met',
    }
  }
  return undefined
}
