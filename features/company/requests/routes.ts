import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import { ask, describeOwnRequest } from './ask.ts'
import * as contract from './contract.ts'
import { grant, refuse } from './decide.ts'
import { findRequests } from './list.ts'

export function accessRequestRoutes(server: Server): void {
  serve(server, contract.listAccessRequests, (call) => {
    const { query, caller } = call
    const cursorScope = `access requests for ${caller.userId}`
    return findPage(call, cursorScope, (page) => findRequests(caller.userId, query.state, page))
  })
  serve(server, contract.giveAccess, ({ params, body, caller }) =>
    grant(caller, params.id, body.expiresAt),
  )
  serve(server, contract.refuseAccess, ({ params, body, caller }) =>
    refuse(caller, params.id, body.reason),
  )
  serve(server, contract.findOwnRequest, ({ query, caller }) =>
    describeOwnRequest(caller.userId, query.subsystem),
  )
  serve(server, contract.requestAccess, ({ body, caller }) => ask(caller, body))
}
