import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Session } from '#domain/session.ts'
import { endSession } from '#domain/session.ts'
import { record } from '#domain/audit.ts'
import { db, transaction } from '#server/db.ts'
import { loginOf } from './one-session.ts'
import { present } from './presence.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Raw = Parameters<Provider['interactionDetails']>
type Next = { to: string; isLoggedOut?: boolean }

/**
 * Where a request goes on that could not be answered at once: to the login and back here, to the notice that a
 * platform stays closed, or back to the provider.
 */
export async function continueSignOn(provider: Provider, raw: Raw): Promise<Next> {
  const interaction = await provider.interactionDetails(...raw)
  if (interaction.prompt.name === 'entry') return leave(interaction)
  const toLogin = `/login?redirect=${encodeURIComponent(`/sign-on/${interaction.uid}`)}`
  const { session } = present()
  if (asksForLogin(interaction, session)) {
    await expectLogin(interaction)
    if (session) await endForLogin(session)
    return { to: toLogin, isLoggedOut: session !== undefined }
  }
  if (!session) return { to: toLogin }
  return { to: await provider.interactionResult(...raw, resultOf(interaction, session)) }
}

async function leave(interaction: Interaction): Promise<Next> {
  await interaction.destroy()
  const search = new URLSearchParams({
    forbidden_subsystem: String(interaction.params['client_id']),
    error_type: String(interaction.prompt.details['refused']),
  })
  return { to: `/main/profile?${search}` }
}

/** OpenID Connect Core §3.1.2.1, `prompt=login` and `max_age`: a login of before the request does not do. */
function asksForLogin({ prompt, params, result }: Interaction, session?: Session): boolean {
  if (result?.['expectsLogin']) return false
  if (prompt.reasons.includes('login_prompt')) return true
  if (!prompt.reasons.includes('max_age')) return false
  const ageSeconds = session ? (Date.now() - session.createdAt.getTime()) / 1000 : Infinity
  return ageSeconds > Number(params['max_age'])
}

/** From here on any session is a new one. The request lets go of the old one, which would take it along. */
async function expectLogin(interaction: Interaction): Promise<void> {
  interaction.session = undefined
  interaction.result = { expectsLogin: true }
  await interaction.persist()
}

async function endForLogin({ id, userId }: Session): Promise<void> {
  const { origin } = present()
  await transaction(db, async (tx) => {
    await endSession(tx, id)
    const about = { targetId: id, data: { reason: 'a platform asked for a new login' } }
    await record(tx, { ...origin, userId }, 'session_ended', about)
  })
}

/** OpenID Connect Core §3.1.2.1, `id_token_hint`: somebody else than the one meant gets no code. */
function resultOf({ params }: Interaction, session: Session) {
  const hint = params['id_token_hint']
  if (typeof hint === 'string' && decodeJwt(hint).sub !== session.userId) {
    return { error: 'login_required', error_description: 'somebody else is logged in' }
  }
  const { loginTs, ...login } = loginOf(session)
  return { login: { ...login, ts: loginTs, remember: false }, consent: {} }
}
