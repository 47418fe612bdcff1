import { checkLink } from '#contract/link.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { describeLink } from './check-link.ts'

export function linkRoutes(server: Server): void {
  serve(server, checkLink, ({ body, origin }) => describeLink(db, origin, body.token))
}
