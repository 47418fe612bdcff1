import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { addOwn, listOwn, removeOwn, verify } from './change.ts'
import * as contract from './contract.ts'

export function contactPointRoutes(server: Server): void {
  serve(server, contract.listContactPoints, ({ caller }) => listOwn(db, caller))

  serve(server, contract.addContactPoint, ({ body, caller }) => addOwn(db, caller, body.email))

  serve(server, contract.removeContactPoint, ({ params, caller }) =>
    removeOwn(db, caller, params.id),
  )

  serve(server, contract.verifyContactPoint, ({ body, origin }) => verify(db, origin, body.token))
}
