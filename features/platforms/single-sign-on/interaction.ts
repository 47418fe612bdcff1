import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { wantedLocale } from '#contract/locale.ts'
import type { Session } from '#domain/session.ts'
import { loginClaimsOf } from './portal-session.ts'
import { currentRequest } from './oidc-request.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Raw = Parameters<Provider['interactionDetails']>

/**
 * Where a request goes on that could not be answered at once: to the login and back here, to the notice that a
 * platform stays closed, or back to the provider.
 */
export async function continueSignOn(provider: Provider, raw: Raw): Promise<string> {
  const interaction = await provider.interactionDetails(...raw)
  if (interaction.prompt.name === 'platform-access') return leave(interaction)
  const { session } = currentRequest()
  if (asksForLogin(interaction, session)) {
    await expectLogin(interaction, session)
    return toLogin(interaction)
  }
  if (!session) return toLogin(interaction)
  return provider.interactionResult(...raw, resultOf(interaction, session))
}

/** OpenID Connect Core §3.1.2.1, `login_hint` and `ui_locales`: what the login begins with. */
function toLogin({ uid, params }: Interaction): string {
  const locale = wantedLocale(params['ui_locales'])
  const hint = params['login_hint']
  const search = new URLSearchParams({
    redirect: `/sign-on/${uid}`,
    ...(typeof hint === 'string' && hint.length <= 254 && { login_hint: hint }),
    ...(locale && { ui_locales: locale }),
  })
  return `/login?${search}`
}

async function leave(interaction: Interaction): Promise<string> {
  await interaction.destroy()
  const search = new URLSearchParams({
    forbidden_subsystem: String(interaction.params['client_id']),
    error_type: String(interaction.prompt.details['refused']),
  })
  return `/main/profile?${search}`
}

/** OpenID Connect Core §3.1.2.1, `prompt=login` and `max_age`: a login of before the request does not do. */
function asksForLogin({ prompt, params, result }: Interaction, session?: Session): boolean {
  const ageSeconds = session ? (Date.now() - session.createdAt.getTime()) / 1000 : Infinity
  const isOld = prompt.reasons.includes('max_age') && ageSeconds > Number(params['max_age'])
  if (!isOld && !prompt.reasons.includes('login_prompt')) return false
  const before = result?.['loginBefore']
  return before === undefined || before === session?.id
}

/**
 * From here on any other session is a new one. The one of now stays until that login is done: a link on a
 * foreign page logs nobody out. The request lets go of it, as it would be taken along when that one ends.
 */
async function expectLogin(interaction: Interaction, session?: Session): Promise<void> {
  interaction.session = undefined
  interaction.result = { loginBefore: session?.id ?? 'none' }
  await interaction.persist()
}

/** OpenID Connect Core §3.1.2.1, `id_token_hint`: somebody else than the one meant gets no code. */
function resultOf(interaction: Interaction, session: Session) {
  const unmet = unmetBy(session, interaction)
  if (unmet) return unmet
  const { loginTs, ...login } = loginClaimsOf(session)
  return { login: { ...login, ts: loginTs, remember: false }, consent: {} }
}

type Wanted = { acr?: { value?: string; values?: string[] }; sub?: { value?: string } }

function unmetBy(session: Session, { params, prompt }: Interaction) {
  const { acr, sub } = prompt.details as Wanted
  const hint = params['id_token_hint']
  const person = typeof hint === 'string' ? decodeJwt(hint).sub : sub?.value
  if (person !== undefined && person !== session.userId) {
    return { error: 'login_required', error_description: 'somebody else is logged in' }
  }
  // OpenID Connect Core §5.5.1.1: a session cannot be proven better than it was.
  if (acr && ![acr.value, ...(acr.values ?? [])].includes(loginClaimsOf(session).acr)) {
    return { error: 'unmet_authentication_requirements', error_description: 'no such acr' }
  }
  return undefined
}
