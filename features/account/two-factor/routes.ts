import { getAdminMe } from '#domain/accounts/admin-me.ts'
import { getMe } from '#domain/accounts/me.ts'
import { renewRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { getUser } from '#domain/accounts/user.ts'
import { openSessionCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { beginAuthenticator, confirmAuthenticator } from './add-authenticator.ts'
import * as contract from './contract.ts'
import { beginPasskeySetUp, confirmPasskeySetUp } from './set-up-passkey.ts'
import { beginSetUp, confirmSetUp } from './set-up.ts'

export function twoFactorRoutes(server: Server): void {
  serve(server, contract.beginTwoFactor, ({ caller }) => beginSetUp(db, caller))

  serve(server, contract.confirmTwoFactor, async ({ body, caller, request, reply }) => {
    const { session, recoveryCodes } = await confirmSetUp(db, caller, body.otp)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, user: await getMe(db, caller), recoveryCodes }
  })

  serve(server, contract.beginFirstPasskey, ({ caller }) => beginPasskeySetUp(db, caller))

  serve(server, contract.confirmPasskey, async ({ body, caller, request, reply }) => {
    const { session, recoveryCodes } = await confirmPasskeySetUp(db, caller, body)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, user: await getMe(db, caller), recoveryCodes }
  })

  serve(server, contract.beginAuthenticator, ({ caller }) => beginAuthenticator(db, caller))

  serve(server, contract.confirmAuthenticator, async ({ body, caller }) => {
    const recoveryCodes = await confirmAuthenticator(db, caller, body.otp)
    return recoveryCodes ? { recoveryCodes } : {}
  })

  serve(server, contract.renewCodes, async ({ caller }) => ({
    recoveryCodes: await renewRecoveryCodes(db, caller, await getUser(db, caller.userId)),
  }))
}

export function adminTwoFactorRoutes(server: Server): void {
  serve(server, contract.beginAdminTwoFactor, ({ caller }) => beginSetUp(db, caller))

  serve(server, contract.confirmAdminTwoFactor, async ({ body, caller, request, reply }) => {
    const { session, recoveryCodes } = await confirmSetUp(db, caller, body.otp)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, admin: await getAdminMe(db, caller.adminId), recoveryCodes }
  })

  serve(server, contract.beginFirstAdminPasskey, ({ caller }) => beginPasskeySetUp(db, caller))

  serve(server, contract.confirmAdminPasskey, async ({ body, caller, request, reply }) => {
    const { session, recoveryCodes } = await confirmPasskeySetUp(db, caller, body)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, admin: await getAdminMe(db, caller.adminId), recoveryCodes }
  })
}
