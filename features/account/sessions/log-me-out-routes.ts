import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './log-me-out-contract.ts'
import { logMeOut } from './log-me-out.ts'

export function logMeOutRoutes(server: Server): void {
  serve(server, contract.logMeOut, ({ body, origin }) => logMeOut(db, origin, body.token))
}
