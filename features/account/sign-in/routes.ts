import { getAdminMe as adminMeEndpoint, stepUp as stepUpEndpoint } from '#contract/admin.ts'
import { getChallenge } from '#contract/human-check.ts'
import { Refusal } from '#contract/refusal.ts'
import { beginAdminStepUp, beginStepUp as beginUserStepUp, stepUpUser } from '#contract/step-up.ts'
import { getAdminMe } from '#domain/accounts/admin-me.ts'
import { createChallenge } from '#domain/credentials/human-check.ts'
import { adminLogins, logOut, userLogins } from '#domain/sign-in/login.ts'
import { getMe } from '#domain/accounts/me.ts'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import {
  adminCookies,
  closeSessionCookies,
  cookies,
  openAttemptCookie,
  openSessionCookie,
  readCookie,
} from '#server/cookies.ts'
import { visitorOf } from '#server/csrf.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as adminContract from './admin-contract.ts'
import { handleCallback, redirectToProvider, type LoginQuery } from './auth-proxy.ts'
import * as contract from './contract.ts'
import { logInAdmin, logInUser } from './log-in.ts'
import { adminPasskeyLoginRoutes, passkeyLoginRoutes } from './passkey-routes.ts'
import { passkeyHintsOf } from './passkey-hints.ts'
import { beginStepUp, stepUpAsAdmin, stepUpAsUser } from './step-up.ts'
import { verifySecondStep } from './verify-code.ts'

export function signInRoutes(server: Server): void {
  passkeyLoginRoutes(server)

  serve(server, contract.primeCsrf, async () => undefined)

  serve(server, getChallenge, async ({ origin, request, reply }) => {
    const limited = await consumeAddressLimit(db, 'challenges', origin)
    if (limited) throw new Refusal(getChallenge.refusals.tooManyRequests, limited)
    return { ...(await createChallenge(visitorOf(request, reply))) }
  })

  serve(server, contract.login, async ({ body, origin, request, reply }) => {
    const result = await logInUser(db, origin, body)
    // Until the login is complete, the browser keeps the session that it has (domain/sign-in/login.ts).
    if ('answer' in result) {
      openAttemptCookie(reply, result.attemptToken)
      return result.answer
    }
    openSessionCookie(request, reply, result.session)
    const { userId } = result
    const user = await getMe(db, { ...origin, userId })
    return { next: 'done' as const, user, ...(await passkeyHintsOf(db, userLogins, userId)) }
  })

  serve(server, contract.verifyCode, async ({ body, caller, request, reply }) => {
    const session = await verifySecondStep(db, caller, body)
    openSessionCookie(request, reply, session)
    const hints = await passkeyHintsOf(db, userLogins, caller.userId)
    return { next: 'done' as const, user: await getMe(db, caller), ...hints }
  })

  serve(server, beginUserStepUp, async ({ caller }) => beginStepUp(caller))

  serve(server, stepUpUser, async ({ caller, body, request, reply }) => {
    // A user always has the cookie; the default satisfies the type.
    const token = readCookie(request, cookies.session) ?? ''
    const { session, methods } = await stepUpAsUser(db, caller, body, token)
    openSessionCookie(request, reply, session)
    return { verifiedAt: session.verifiedAt.toISOString(), methods }
  })

  serve(server, contract.logout, async ({ origin, request, reply }) => {
    await logOut(db, userLogins, origin, readCookie(request, cookies.session))
    closeSessionCookies(request, reply)
  })
}

export function adminSignInRoutes(server: Server): void {
  adminPasskeyLoginRoutes(server)

  serve(server, adminContract.primeAdminCsrf, async () => undefined)

  serve(server, adminMeEndpoint, ({ caller }) => getAdminMe(db, caller.adminId))

  serve(server, adminContract.adminLogin, async ({ body, origin, reply }) => {
    const { answer, attemptToken } = await logInAdmin(db, origin, body)
    // Until the login is complete, the browser keeps the session that it has (domain/sign-in/login.ts).
    openAttemptCookie(reply, attemptToken)
    return answer
  })

  serve(server, adminContract.verifyAdminCode, async ({ body, caller, request, reply }) => {
    const session = await verifySecondStep(db, caller, body)
    openSessionCookie(request, reply, session)
    const hints = await passkeyHintsOf(db, adminLogins, caller.adminId)
    return { next: 'done' as const, admin: await getAdminMe(db, caller.adminId), ...hints }
  })

  serve(server, beginAdminStepUp, async ({ caller }) => beginStepUp(caller))

  serve(server, stepUpEndpoint, async ({ caller, body, request, reply }) => {
    // An admin always has the cookie; the default satisfies the type.
    const token = readCookie(request, adminCookies.session) ?? ''
    const { session } = await stepUpAsAdmin(db, caller, body, token)
    openSessionCookie(request, reply, session)
  })

  serve(server, adminContract.adminLogout, async ({ origin, request, reply }) => {
    await logOut(db, adminLogins, origin, readCookie(request, adminCookies.session))
    closeSessionCookies(request, reply)
  })
}

/** Logs admins in through the company's identity provider (OpenID Connect). */
export async function authProxyRoutes(server: Server): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    })
    scope.get<{ Querystring: LoginQuery }>('/auth-proxy/login', redirectToProvider)
    scope.get('/auth-proxy/callback', handleCallback)
  })
}
