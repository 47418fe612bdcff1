import { db } from '#server/db.ts'
import { visitorOf } from '#server/csrf.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './reset-contract.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function resetPasswordRoutes(server: Server): void {
  serve(server, contract.requestReset, async ({ body, origin, request, reply }) => {
    await requestReset(db, { origin, visitor: visitorOf(request, reply) }, body)
  })

  serve(server, contract.confirmReset, async ({ body, origin }) => {
    await resetPassword(db, origin, body)
  })
}
