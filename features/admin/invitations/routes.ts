import { listInvitations } from '#domain/invitation.ts'
import { db, sql } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { inviteGuest, resend, revoke } from './invite.ts'
import { findInvitingPartners } from './list.ts'

export function invitationRoutes(server: Server): void {
  serve(server, contract.listInvitations, (call) =>
    findPage(call, `invitations for ${call.caller.adminId}`, (page) =>
      listInvitations(db, sql`true`, page),
    ),
  )
  serve(server, contract.listInvitingPartners, ({ query }) =>
    findInvitingPartners(db, query.q ?? ''),
  )
  serve(server, contract.addInvitation, ({ body, caller }) => inviteGuest(db, caller, body))
  serve(server, contract.resendInvitation, ({ params, caller }) => resend(db, caller, params.id))
  serve(server, contract.revokeInvitation, ({ params, caller }) => revoke(db, caller, params.id))
}
