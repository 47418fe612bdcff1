import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findOwnAdministrators } from './administrators.ts'
import * as contract from './contract.ts'
import { findOwnInvitations, join } from './join.ts'
import { describeLeaving, leave } from './leave.ts'

export function membershipRoutes(server: Server): void {
  serve(server, contract.listOwnCompanyInvitations, ({ caller }) =>
    findOwnInvitations(db, caller.userId),
  )
  serve(server, contract.joinCompany, ({ params, caller }) => join(caller, params.id))
  serve(server, contract.listOwnAdministrators, ({ caller }) =>
    findOwnAdministrators(caller.userId),
  )
  serve(server, contract.describeLeaving, async ({ caller }) => ({
    leaving: await describeLeaving(caller.userId),
  }))
  serve(server, contract.leaveCompany, ({ caller }) => leave(caller))
}
