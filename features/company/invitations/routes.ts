import { checkRows } from '#domain/invitations/guest-check.ts'
import { countSeats, getDelegation } from '#domain/companies/company-role.ts'
import { countInvitations, listInvitations, meetsFilters } from '#domain/lists/invitation-list.ts'
import { getUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import { resend, revoke } from './change.ts'
import * as contract from './contract.ts'
import { invite, requireDelegated } from './invite.ts'

export function companyInvitationRoutes(server: Server): void {
  serve(server, contract.listCompanyInvitations, async (call) => {
    const { partnerId: company } = await getDelegation(db, call.caller.userId)
    const { q, state } = call.query
    const condition = meetsFilters({ q, state, company })
    return findPage(
      call,
      `invitations of ${company} for ${call.caller.userId}`,
      (page) => listInvitations(db, condition, page),
      () => countInvitations(db, condition),
    )
  })
  serve(server, contract.checkGuests, async ({ body, caller }) => {
    const delegation = await getDelegation(db, caller.userId)
    const { partnerId: companyId, seats } = delegation
    requireDelegated(delegation, body.subsystems)
    const { email: callerEmail } = await getUser(db, caller.userId)
    const rows = await checkRows(db, { ...body, companyId, scope: { companyId }, callerEmail })
    return { rows, seats: { used: await countSeats(db, companyId), of: seats } }
  })
  serve(server, contract.inviteColleagues, ({ headers, body, caller }) =>
    invite(caller, headers['idempotency-key'], body),
  )
  serve(server, contract.resendCompanyInvitation, ({ params, caller }) => resend(caller, params.id))
  serve(server, contract.revokeCompanyInvitation, ({ params, caller }) => revoke(caller, params.id))
}
