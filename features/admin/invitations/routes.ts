import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { readPage, setNextPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { inviteGuest, resend, revoke } from './invite.ts'
import { findInvitations, findInvitingPartners } from './list.ts'

export function invitationRoutes(server: Server): void {
  serve(server, contract.listInvitations, async ({ query, caller, request, reply }) => {
    const owner = `invitations for ${caller.adminId}`
    const page = readPage(owner, query)
    const found = await findInvitations(db, page)
    return setNextPage({ request, reply }, { owner, page, found }, ({ id }) => [id])
  })
  serve(server, contract.listInvitingPartners, ({ query }) =>
    findInvitingPartners(db, query.q ?? ''),
  )
  serve(server, contract.addInvitation, async ({ body, caller }) => ({
    id: await inviteGuest(db, caller, body),
  }))
  serve(server, contract.resendInvitation, ({ params, caller }) => resend(db, caller, params.id))
  serve(server, contract.revokeInvitation, ({ params, caller }) => revoke(db, caller, params.id))
}
