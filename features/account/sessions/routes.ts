import { closeSessionCookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { endOne, endOthers } from './end-sessions.ts'
import { listLogins } from './list-logins.ts'
import { logMeOut } from './log-me-out.ts'
import { reportSession } from './report-session.ts'
import { listOwnSessions, cursorScopeOf } from './sessions-document.ts'

export function sessionRoutes(server: Server): void {
  serve(server, contract.listSessions, ({ caller }) => listOwnSessions(db, caller))

  serve(server, contract.endSession, async ({ params, caller, request, reply }) => {
    await endOne(db, caller, params.id)
    if (params.id === caller.sessionId) closeSessionCookies(request, reply)
  })

  serve(server, contract.endOthers, async ({ caller }) => ({ ended: await endOthers(db, caller) }))

  serve(server, contract.reportSession, ({ params, caller }) =>
    reportSession(db, caller, params.id),
  )

  serve(server, contract.logMeOut, ({ body, origin }) => logMeOut(db, origin, body.token))

  serve(server, contract.listLogins, (call) =>
    findPage(call, cursorScopeOf(call.caller), (page) =>
      listLogins(call.reader, call.caller, page),
    ),
  )
}
