import { listLinks } from '#domain/link.ts'
import { listMails } from '#domain/mail.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { describeUser, findUsers, requireUser } from './list.ts'
import { resendMail, sendLink } from './mails.ts'
import { endSessions, setUserActive } from './set-active.ts'

export function partnerUserRoutes(server: Server): void {
  serve(server, contract.listUsers, (call) =>
    findPage(call, `partner users for ${call.caller.adminId}`, (page) =>
      findUsers(db, call.query, page),
    ),
  )
  serve(server, contract.getUser, ({ params }) => describeUser(db, params.id))
  serve(server, contract.activateUser, ({ params, body, caller }) =>
    setUserActive(db, caller, { id: params.id, active: true, reason: body.reason }),
  )
  serve(server, contract.deactivateUser, ({ params, body, caller }) =>
    setUserActive(db, caller, { id: params.id, active: false, reason: body.reason }),
  )
  serve(server, contract.endSessions, async ({ params, body, caller }) => ({
    ended: await endSessions(db, caller, { id: params.id, reason: body.reason }),
  }))
  serve(server, contract.resetTwoFactor, ({ params, body, caller }) =>
    sendLink(db, caller, { id: params.id, kind: 'reset-mfa', reason: body.reason }),
  )
  serve(server, contract.resetPassword, ({ params, body, caller }) =>
    sendLink(db, caller, { id: params.id, kind: 'reset-password', reason: body.reason }),
  )
  serve(server, contract.resendMail, ({ params, caller }) => resendMail(db, caller, params.id))
  serveLists(server)
}

function serveLists(server: Server): void {
  serve(server, contract.listTokens, async ({ params }) => {
    const links = await listLinks(db, (await requireUser(db, params.id)).id)
    return links.map(({ createdAt, expiresAt, usedAt, ...link }) => ({
      ...link,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    }))
  })
  serve(server, contract.listMails, async ({ params }) => {
    const mails = await listMails(db, (await requireUser(db, params.id)).id)
    return mails.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    }))
  })
}
