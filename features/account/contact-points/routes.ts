import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import {
  addOwnContactPoint,
  listOwnContactPoints,
  removeOwnContactPoint,
  verifyAddress,
} from './change.ts'
import * as contract from './contract.ts'

export function contactPointRoutes(server: Server): void {
  serve(server, contract.listContactPoints, ({ caller }) => listOwnContactPoints(db, caller))

  serve(server, contract.addContactPoint, ({ body, caller }) =>
    addOwnContactPoint(db, caller, body.email),
  )

  serve(server, contract.removeContactPoint, ({ params, caller }) =>
    removeOwnContactPoint(db, caller, params.id),
  )

  serve(server, contract.verifyContactPoint, ({ body, origin }) =>
    verifyAddress(db, origin, body.token),
  )
}
