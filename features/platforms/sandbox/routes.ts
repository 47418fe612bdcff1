import { getPublicJwks } from '#domain/keys/signing-key.ts'
import { getMe } from '#domain/accounts/me.ts'
import { openSessionCookie } from '#server/cookies.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { logInWithToken } from './log-in.ts'
import { createToken } from './token.ts'

export function sandboxRoutes(server: Server): void {
  serve(server, contract.createSandboxToken, ({ caller }) => createToken(caller))

  serve(server, contract.logInToSandbox, async ({ body, origin, request, reply }) => {
    const { userId, session } = await logInWithToken(origin, body.token)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, user: await getMe(db, { ...origin, userId }) }
  })
}

/** Publishes the keys that the portal's sandbox verifies tokens with. */
export function sandboxKeys(server: Server): void {
  if (!config.sandboxSsoUrl) return
  server.get(contract.keysPath, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(await getPublicJwks(db, 'sandbox')),
  )
}
