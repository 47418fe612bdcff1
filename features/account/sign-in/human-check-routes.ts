import { getChallenge } from '#contract/human-check.ts'
import { createChallenge } from '#domain/human-check.ts'
import { visitorOf } from '#server/csrf.ts'
import { serve, type Server } from '#server/http.ts'

export function humanCheckRoutes(server: Server): void {
  serve(server, getChallenge, async ({ request, reply }) => ({
    ...(await createChallenge(visitorOf(request, reply))),
  }))
}
