import { Readable } from 'node:stream'
import { isId } from '#contract/fields.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { checkRows } from '#domain/invitations/guest-check.ts'
import {
  countInvitations,
  listInvitations,
  meetsFilters,
  sortInvitations,
} from '#domain/lists/invitation-list.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { listOfferedNames } from '#domain/platforms/offered-platform.ts'
import { callerIdOf } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { sendCsv } from '#server/csv.ts'
import { framedMailPolicy } from '#server/security-headers.ts'
import { renderPreview } from './email.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import { changeInvitations } from './change-contract.ts'
import * as contract from './contract.ts'
import { previewInvitation } from './preview-contract.ts'
import { csvOfInvitations } from './export-csv.ts'
import { forEachInvitation, inviteMany } from './invite-many.ts'
import { inviteGuest, requireCompany, resend, revoke } from './invite.ts'
import { findInvitingPartners } from './list.ts'

/** Origin of the admin pages, which show the preview in a frame; the API may have another origin. */
const pageOrigins = URL.canParse(config.adminUrl) ? [new URL(config.adminUrl).origin] : []

export function invitationRoutes(server: Server): void {
  listRoutes(server)
  serve(server, contract.listInvitingPartners, ({ query, reader }) =>
    findInvitingPartners(reader, query),
  )
  serve(server, contract.addInvitation, ({ body, caller }) => inviteGuest(db, caller, body))
  serve(server, previewInvitation, async ({ query, reply }) => {
    const company = isId(query.companyId) ? await findPartner(db, query.companyId) : undefined
    if (!company) throw new Refusal(previewInvitation.refusals.notFound)
    reply.type('text/html; charset=utf-8')
    reply.header('content-security-policy', framedMailPolicy(["'self'", ...pageOrigins]))
    reply.removeHeader('x-frame-options')
    const ids = query.platforms?.split(',') ?? []
    const platforms = await listOfferedNames(db, company.id, ids)
    return Readable.from([renderPreview(query.language, company.name, platforms)])
  })
  serve(server, contract.checkInvitations, async ({ body }) => {
    const companyId = await requireCompany(db, body.companyId, body.subsystems, 'companyId')
    return { rows: await checkRows(db, { ...body, companyId, scope: 'all' }) }
  })
  serve(server, contract.addInvitations, ({ headers, body, caller }) =>
    inviteMany(db, caller, { key: headers['idempotency-key'], input: body }),
  )
  serve(server, contract.resendInvitations, ({ headers, body, caller }) => {
    const input = { action: 'resend', ids: body.ids } as const
    return forEachInvitation(db, caller, { key: headers['idempotency-key'], input })
  })
  serve(server, contract.revokeInvitations, ({ headers, body, caller }) => {
    const input = { action: 'revoke', ids: body.ids } as const
    return forEachInvitation(db, caller, { key: headers['idempotency-key'], input })
  })
  serve(server, changeInvitations, ({ headers, body: { ids, ...changes }, caller }) => {
    const input = { action: 'change', ids, changes } as const
    return forEachInvitation(db, caller, { key: headers['idempotency-key'], input })
  })
  serve(server, contract.resendInvitation, ({ params, caller }) => resend(db, caller, params.id))
  serve(server, contract.revokeInvitation, ({ params, caller }) => revoke(db, caller, params.id))
}

function listRoutes(server: Server): void {
  serve(server, contract.listInvitations, (call) => {
    const { sort, limit: _, cursor: __, ...filters } = call.query
    const condition = meetsFilters(filters)
    return findPage(
      call,
      `invitations for ${callerIdOf(call.caller)}`,
      (page) =>
        sort === undefined
          ? listInvitations(call.reader, condition, page)
          : sortInvitations(call.reader, filters, sort, page),
      () => countInvitations(call.reader, condition),
    )
  })
  serve(server, contract.exportInvitations, ({ query, caller, reply, reader }) =>
    sendCsv(reply, 'invitations', csvOfInvitations(reader, query), () =>
      recordAudit(db, caller, 'invitations_exported', { data: { filters: query } }),
    ),
  )
}
