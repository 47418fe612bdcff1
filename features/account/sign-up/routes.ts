import { openAttemptCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { visitorOf } from '#server/csrf.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { signUp } from './sign-up.ts'

export function signUpRoutes(server: Server): void {
  serve(server, contract.signUp, async ({ body, origin, request, reply }) => {
    const token = await signUp(db, { origin, visitor: visitorOf(request, reply) }, body)
    openAttemptCookie(reply, token)
    return { next: 'configure-mfa' as const }
  })
}
