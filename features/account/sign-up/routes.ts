import { checkLink } from '#contract/link.ts'
import { openAttemptCookie } from '#server/cookies.ts'
import { visitorOf } from '#server/csrf.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { describeLink } from './check-link.ts'
import * as contract from './contract.ts'
import { describeSetUpLink, setUpAdmin } from './set-up-admin.ts'
import { signUp } from './sign-up.ts'

export function signUpRoutes(server: Server): void {
  serve(server, checkLink, ({ body, origin }) => describeLink(db, origin, body))

  serve(server, contract.signUp, async ({ body, origin, request, reply }) => {
    const token = await signUp(db, { origin, visitor: visitorOf(request, reply) }, body)
    openAttemptCookie(reply, token)
    return { next: 'configure-mfa' as const }
  })
}

export function adminSetUpRoutes(server: Server): void {
  serve(server, contract.checkSetUpLink, ({ body, origin }) =>
    describeSetUpLink(db, origin, body.token),
  )

  serve(server, contract.setUpAdmin, ({ body, origin }) => setUpAdmin(db, origin, body))
}
