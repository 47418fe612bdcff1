import type { PasskeyAssertion } from '#contract/passkey.ts'
import { getAdminMe } from '#domain/accounts/admin-me.ts'
import { adminLogins, userLogins, type LoginArea } from '#domain/sign-in/login.ts'
import { getMe } from '#domain/accounts/me.ts'
import { openAttemptCookie, openSessionCookie } from '#server/cookies.ts'
import { visitorOf } from '#server/csrf.ts'
import { db } from '#server/db.ts'
import { serve, type HttpRequest, type Server } from '#server/http.ts'
import * as adminContract from './admin-passkey-contract.ts'
import * as contract from './passkey-contract.ts'
import { beginPasskeyLogin, beginSecondPasskey, logInByPasskey } from './passkey-login.ts'
import { passkeyHintsOf } from './passkey-hints.ts'

const passwordDue: { next: 'verify-mfa'; methods: ['password'] } = {
  next: 'verify-mfa',
  methods: ['password'],
}

export function passkeyLoginRoutes(server: Server): void {
  serve(server, contract.beginPasskeyLogin, (visit) =>
    beginPasskeyLogin(db, visitIn(userLogins, visit)),
  )

  serve(server, contract.passkeyLogin, async ({ body, ...visit }) => {
    const userId = await logIn(userLogins, visit, body.response)
    if (userId === undefined) return passwordDue
    const user = await getMe(db, { ...visit.origin, userId })
    return { next: 'done' as const, user, ...(await passkeyHintsOf(db, userLogins, userId)) }
  })

  serve(server, contract.beginSecondPasskey, async ({ caller }) => beginSecondPasskey(caller))
}

export function adminPasskeyLoginRoutes(server: Server): void {
  serve(server, adminContract.beginAdminPasskeyLogin, (visit) =>
    beginPasskeyLogin(db, visitIn(adminLogins, visit)),
  )

  serve(server, adminContract.adminPasskeyLogin, async ({ body, ...visit }) => {
    const adminId = await logIn(adminLogins, visit, body.response)
    if (adminId === undefined) return passwordDue
    const admin = await getAdminMe(db, adminId)
    return { next: 'done' as const, admin, ...(await passkeyHintsOf(db, adminLogins, adminId)) }
  })

  serve(server, adminContract.beginSecondAdminPasskey, async ({ caller }) =>
    beginSecondPasskey(caller),
  )
}

type Visit = Pick<HttpRequest<typeof contract.passkeyLogin>, 'origin' | 'request' | 'reply'>

function visitIn(area: LoginArea, { origin, request, reply }: Visit) {
  return { area, origin, visitor: visitorOf(request, reply) }
}

/**
 * Logs in by a passkey and sets the session or login-attempt cookie. Returns the account ID, or undefined if the
 * password must follow.
 */
async function logIn(
  area: LoginArea,
  visit: Visit,
  assertion: PasskeyAssertion,
): Promise<string | undefined> {
  const { request, reply } = visit
  const result = await logInByPasskey(db, visitIn(area, visit), assertion)
  // Until the login is complete, the browser keeps the session that it has (domain/sign-in/login.ts).
  if (result.next === 'done') {
    openSessionCookie(request, reply, result.session)
    return result.accountId
  }
  openAttemptCookie(reply, result.attemptToken)
  return undefined
}
