import { cookies, openSessionCookie, readCookie } from '#server/cookies.ts'
import { visitorOf } from '#server/csrf.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { changePassword } from './change-password.ts'
import * as contract from './contract.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function passwordRoutes(server: Server): void {
  serve(server, contract.changePassword, async ({ body, caller, request, reply }) => {
    // A user always has the cookie; the default satisfies the type.
    const token = readCookie(request, cookies.session) ?? ''
    const session = await changePassword(db, { caller, token }, body)
    openSessionCookie(request, reply, session)
  })

  serve(server, contract.requestReset, async ({ body, origin, request, reply }) => {
    await requestReset(db, { origin, visitor: visitorOf(request, reply) }, body)
  })

  serve(server, contract.confirmPasswordReset, ({ body, origin }) =>
    resetPassword(db, origin, body),
  )
}
