import { cookies, openSessionCookie, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { changePassword } from './change-password.ts'
import * as contract from './change-contract.ts'

export function changePasswordRoutes(server: Server): void {
  serve(server, contract.changePassword, async ({ body, caller, request, reply }) => {
    const token = readCookie(request, cookies.session) ?? ''
    const session = await changePassword(db, { caller, token }, body)
    openSessionCookie(request, reply, session)
  })
}
