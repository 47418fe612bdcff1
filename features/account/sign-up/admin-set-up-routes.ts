import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './admin-set-up-contract.ts'
import { describeLink, setUp } from './admin-set-up-set-up.ts'

export function adminSetUpRoutes(server: Server): void {
  serve(server, contract.checkSetUpLink, ({ body, origin }) => describeLink(db, origin, body.token))

  serve(server, contract.setUpAdmin, ({ body, origin }) => setUp(db, origin, body))
}
