import { listLinks } from '#domain/link.ts'
import { listMails } from '#domain/mail.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { describeUser, findUsers, requireUser } from './list.ts'
import { resendMail, sendLink } from './mails.ts'
import { findPlatformAccounts, setPlatforms } from './set-platforms.ts'
import { endSessions, setUserActive } from './set-active.ts'

export function partnerUserRoutes(server: Server): void {
  serve(server, contract.listUsers, (call) =>
    findPage(call, `partner users for ${call.caller.adminId}`, (page) =>
      findUsers(db, call.query, page),
    ),
  )
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
  serve(server, contract.endSessions, async ({ params, body, caller }) => ({
    ended: await endSessions(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.resetTwoFactor, ({ params, body, caller }) =>
    sendLink(db, caller, { ...params, ...body, kind: 'reset-mfa' }),
  )
  serve(server, contract.disableTwoFactor, async ({ params, body, caller }) => ({
    ended: await disableTwoFactor(db, caller, { ...params, ...body }),
  }))
  serve(server, contract.resetPassword, ({ params, body, caller }) =>
    sendLink(db, caller, { ...params, ...body, kind: 'reset-password' }),
  )
  serve(server, contract.resendMail, ({ params, caller }) => resendMail(db, caller, params.id))
  serve(server, contract.listTokens, async ({ params }) =>
    listLinks(db, (await requireUser(db, params.id)).id),
  )
  serve(server, contract.listMails, async ({ params }) =>
    listMails(db, (await requireUser(db, params.id)).id),
  )
}
