import { logOut } from '#domain/browser-session.ts'
import { listActiveKeys } from '#domain/signing-key.ts'
import { getMe } from '#domain/me.ts'
import { cookies, openSessionCookie, readCookie } from '#server/cookies.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { enter } from './log-in.ts'
import { makeToken } from './make-token.ts'

export function sandboxRoutes(server: Server): void {
  serve(server, contract.createSandboxToken, ({ caller }) => makeToken(db, caller))

  serve(server, contract.logInToSandbox, async ({ body, origin, request, reply }) => {
    const { userId, session } = await enter(db, origin, body.token)
    // Whoever was logged in here before is not any more.
    await logOut(db, origin, readCookie(request, cookies.session))
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, user: await getMe(db, { ...origin, userId }) }
  })
}

/** The keys of a portal that has a sandbox, for that sandbox. */
export function sandboxKeys(server: Server): void {
  if (!config.sandboxSsoUrl) return
  server.get(contract.keysPath, async (_, reply) => {
    const keys = (await listActiveKeys(db, 'sandbox')).map(({ publicJwk }) => publicJwk)
    return reply.header('cache-control', 'public, max-age=60').send({ keys })
  })
}
