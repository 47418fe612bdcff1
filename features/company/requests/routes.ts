import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import { ask, describeOwnRequest } from './ask.ts'
import * as contract from './contract.ts'
import { grant, refuse } from './decide.ts'
import { findRequests } from './list.ts'

export function accessRequestRoutes(server: Server): void {
  serve(server, contract.listAccessRequests, (call) => {
    const { query, caller } = call
    const owner = `access requests for ${caller.userId}`
    return findPage(call, owner, (page) => findRequests(db, caller.userId, query.state, page))
  })
  serve(server, contract.giveAccess, ({ params, body, caller }) =>
    grant(db, caller, { ...params, ...body }),
  )
  serve(server, contract.refuseAccess, ({ params, body, caller }) =>
    refuse(db, caller, { ...params, ...body }),
  )
  serve(server, contract.findOwnRequest, ({ query, caller }) =>
    describeOwnRequest(db, caller.userId, query.subsystem),
  )
  serve(server, contract.requestAccess, ({ body, caller }) => ask(db, caller, body))
}
