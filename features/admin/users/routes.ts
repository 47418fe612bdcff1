import { recordAudit } from '#domain/audit.ts'
import { listLinks } from '#domain/link.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { csvOfUsers } from './export-csv.ts'
import { describeUser } from './describe-user.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { listChoices } from './list-choices.ts'
import { findUsers, requireUser } from './list.ts'
import { listActivityOf } from './list-activity.ts'
import { listMailsOf } from './list-mails.ts'
import { recoverAccount, resendMail, sendLink } from './mails.ts'
import { moveUser } from './move.ts'
import { findPlatformAccounts, setPlatforms } from './set-platforms.ts'
import { endOneSession, endSessions, setUserActive } from './set-active.ts'

export function partnerUserRoutes(server: Server): void {
  listRoutes(server)
  serve(server, contract.getUser, ({ params }) => describeUser(db, params.id))
  serve(server, contract.activateUser, ({ params, body, caller }) =>
    setUserActive(db, caller, { ...params, ...body, active: true }),
  )
  serve(server, contract.deactivateUser, ({ params, body, caller }) =>
    setUserActive(db, caller, { ...params, ...body, active: false }),
  )
  serve(server, contract.getPlatforms, ({ params }) => findPlatformAccounts(db, params.id))
  serve(server, contract.setPlatforms, ({ params, headers, body, caller }) =>
    setPlatforms(db, caller, { ...params, ...body, etag: headers['if-match'] }),
  )
  serve(server, contract.moveUser, ({ params, body, caller }) =>
    moveUser(db, caller, { ...params, ...body }),
  )
  serve(server, contract.endSessions, async ({ params, body, caller }) => ({
    ended: await endSessions(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.endSession, ({ params, body, caller }) =>
    endOneSession(db, caller, { ...params, ...body }),
  )
  serve(server, contract.resetTwoFactor, ({ params, body, caller }) =>
    sendLink(db, caller, { ...params, ...body, kind: 'reset-mfa' }),
  )
  serve(server, contract.disableTwoFactor, async ({ params, body, caller }) => ({
    ended: await disableTwoFactor(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.resetPassword, ({ params, body, caller }) =>
    sendLink(db, caller, { ...params, ...body, kind: 'reset-password' }),
  )
  serve(server, contract.recoverAccount, ({ params, body, caller }) =>
    recoverAccount(db, caller, { ...params, ...body }),
  )
  serve(server, contract.resendMail, ({ params, caller }) => resendMail(db, caller, params.id))
  serve(server, contract.listActivity, (call) => listActivityOf(db, call))
  serve(server, contract.listTokens, async ({ params }) =>
    listLinks(db, (await requireUser(db, params.id)).id),
  )
  serve(server, contract.listMails, async ({ params }) =>
    listMailsOf(db, await requireUser(db, params.id)),
  )
}

function listRoutes(server: Server): void {
  serve(server, contract.listUsers, (call) => {
    const { query, caller } = call
    const owner = `partner users for ${caller.adminId} by ${query.sort ?? 'name'}`
    return findPage(call, owner, (page) => findUsers(db, 'all', query, page))
  })
  serve(server, contract.listChoices, ({ query }) => listChoices(db, query))
  serve(server, contract.exportUsers, ({ query, caller, reply }) =>
    sendCsv(reply, 'users', csvOfUsers(db, 'all', query), () =>
      recordAudit(db, caller, 'users_exported', { data: { filters: query } }),
    ),
  )
}
