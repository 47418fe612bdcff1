import { recordAudit } from '#domain/audit/audit.ts'
import { listLinks } from '#domain/sign-in/sent-link.ts'
import { sendCsv } from '#server/csv.ts'
import { describeRecovery } from '#domain/sign-in/recovery.ts'
import { callerIdOf } from '#server/caller.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage, type Page } from '#server/paging.ts'
import { listActivity } from './activity-contract.ts'
import * as contract from './contract.ts'
import * as mails from './mails-contract.ts'
import * as sessions from './sessions-contract.ts'
import { csvOfUsers } from './export-csv.ts'
import { describeUser } from './describe-user.ts'
import { disablePasskey, disableTwoFactor } from './disable-two-factor.ts'
import { listChoices } from './list-choices.ts'
import { findUsers, requireUser } from './list.ts'
import { listActivityOf } from './list-activity.ts'
import { listMailsOf } from './list-mails.ts'
import { countUndelivered, listUndelivered, meetsFilters } from './list-undelivered.ts'
import {
  mailPasswordLink,
  recoverAccount,
  replaceFactors,
  resendMail,
  revokeLink,
} from './mails.ts'
import { moveUser } from './move.ts'
import { findUserRecovery } from './recovery-contract.ts'
import { findPlatformAccounts, setPlatforms } from './set-platforms.ts'
import * as undelivered from './undelivered-contract.ts'
import { activateUser, deactivateUser, endOneSession, endSessions } from './set-active.ts'

export function partnerUserRoutes(server: Server): void {
  listRoutes(server)
  serve(server, contract.getUser, ({ params }) => describeUser(db, params.id))
  serve(server, findUserRecovery, async ({ params }) => {
    const { id } = await requireUser(db, params.id)
    return { recovery: await describeRecovery(db, id) }
  })
  serve(server, contract.activateUser, ({ params, body, caller }) =>
    activateUser(db, caller, { ...params, ...body }),
  )
  serve(server, contract.deactivateUser, ({ params, body, caller }) =>
    deactivateUser(db, caller, { ...params, ...body }),
  )
  serve(server, contract.getPlatforms, ({ params }) => findPlatformAccounts(db, params.id))
  serve(server, contract.setPlatforms, ({ params, headers, body, caller }) =>
    setPlatforms(db, caller, { ...params, ...body, etag: headers['if-match'] }),
  )
  serve(server, contract.moveUser, ({ params, body, caller }) =>
    moveUser(db, caller, { ...params, ...body }),
  )
  serve(server, sessions.endSessions, async ({ params, body, caller }) => ({
    ended: await endSessions(db, caller, { ...params, ...body }),
  }))
  serve(server, sessions.endSessionOfUser, ({ params, body, caller }) =>
    endOneSession(db, caller, { ...params, ...body }),
  )
  serve(server, contract.resetTwoFactor, ({ params, body, caller }) =>
    replaceFactors(db, caller, { ...params, ...body }),
  )
  serve(server, contract.disableTwoFactor, async ({ params, body, caller }) => ({
    ended: await disableTwoFactor(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.disablePasskey, async ({ params, body, caller }) => ({
    ended: await disablePasskey(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.resetPassword, ({ params, body, caller }) =>
    mailPasswordLink(db, caller, { ...params, ...body }),
  )
  serve(server, contract.recoverAccount, ({ params, body, caller }) =>
    recoverAccount(db, caller, { ...params, ...body }),
  )
  serve(server, listActivity, (call) => listActivityOf(call.reader, call))
  mailRoutes(server)
}

function mailRoutes(server: Server): void {
  serve(server, undelivered.listUndelivered, (call) => {
    const { query, caller, reader } = call
    const condition = meetsFilters(caller, query)
    const cursorScope = `undelivered mails for ${callerIdOf(caller)} by ${query.sort ?? 'time'}`
    const find = (page: Page) => listUndelivered(reader, condition, query.sort, page)
    return findPage(call, cursorScope, find, () => countUndelivered(reader, condition))
  })
  serve(server, mails.resendMail, ({ params, caller }) => resendMail(db, caller, params.id))
  serve(server, mails.listTokens, async ({ params }) =>
    listLinks(db, (await requireUser(db, params.id)).id),
  )
  serve(server, mails.revokeLink, ({ params, body, caller }) =>
    revokeLink(db, caller, { ...params, ...body }),
  )
  serve(server, mails.listMails, async ({ params, reader }) =>
    listMailsOf(reader, await requireUser(reader, params.id)),
  )
}

function listRoutes(server: Server): void {
  serve(server, contract.listUsers, (call) => {
    const { query, caller, reader } = call
    const cursorScope = `partner users for ${callerIdOf(caller)} by ${query.sort ?? 'name'}`
    return findPage(call, cursorScope, (page) => findUsers(reader, 'all', query, page))
  })
  serve(server, contract.listChoices, ({ query, reader }) => listChoices(reader, query))
  serve(server, contract.exportUsers, ({ query, caller, reply, reader }) =>
    sendCsv(reply, 'users', csvOfUsers(reader, 'all', query), () =>
      recordAudit(db, caller, 'users_exported', { data: { filters: query } }),
    ),
  )
}
