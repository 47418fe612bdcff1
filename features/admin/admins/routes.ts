import { nameOf } from '#contract/full-name.ts'
import { isId, versionOf } from '#contract/fields.ts'
import { rolePermissions, roles } from '#contract/permission.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { listAdminSessions } from '#domain/sessions/admin-session.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { findAdmin, listSuperAdmins } from '#domain/accounts/admin.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import {
  endSessionsOfAdmin,
  inviteAdmin,
  resetAdmin,
  revokeInvitation,
  setAdminActive,
  suspend,
} from './change-admin.ts'
import * as contract from './contract.ts'
import * as superAdmins from './super-admins-contract.ts'
import { csvOfAdmins } from './export-csv.ts'
import { describeAdmin } from './describe-admin.ts'
import { findAdminUser, listAdminUsers } from './list.ts'
import { setRoles } from './set-roles.ts'

export function adminUserRoutes(server: Server): void {
  serve(server, contract.listAdminUsers, (call) =>
    findPage(call, `admin-users ${call.caller.adminId}`, (page) =>
      listAdminUsers(call.reader, call.query, page),
    ),
  )

  serve(server, contract.exportAdminUsers, ({ query, caller, reply, reader }) =>
    sendCsv(reply, 'admins', csvOfAdmins(reader, query), () =>
      recordAudit(db, caller, 'admins_exported', { data: { filters: query } }),
    ),
  )

  serve(server, contract.listRoles, async () =>
    roles.map((value) => ({ value, permissions: [...rolePermissions[value]] })),
  )

  serve(server, superAdmins.listSuperAdmins, async () =>
    (await listSuperAdmins(db)).map((admin) => ({ name: nameOf(admin) })),
  )

  serve(server, contract.inviteAdmin, async ({ body, caller }) => {
    const result = await inviteAdmin(db, caller, body)
    return typeof result === 'string' ? findAdminUser(db, result) : result
  })

  serve(server, contract.activateAdmin, async ({ params: { adminUserId: adminId }, ...call }) => {
    const approval = await setAdminActive(db, call.caller, { adminId, active: true, ...call.body })
    return approval ?? findAdminUser(db, adminId)
  })

  serve(server, contract.deactivateAdmin, async ({ params: { adminUserId: adminId }, ...call }) => {
    const approval = await setAdminActive(db, call.caller, { adminId, active: false, ...call.body })
    return approval ?? findAdminUser(db, adminId)
  })

  serve(server, contract.suspendAdmin, async ({ params: { adminUserId: adminId }, ...call }) => {
    await suspend(db, call.caller, { adminId, ...call.body })
    return findAdminUser(db, adminId)
  })

  serve(server, contract.resetAdmin, async ({ params: { adminUserId: adminId }, ...call }) => {
    const approval = await resetAdmin(db, call.caller, { adminId, ...call.body })
    return approval ?? findAdminUser(db, adminId)
  })

  detailRoutes(server)
}

/** Registers the endpoints for the page of an admin. */
function detailRoutes(server: Server): void {
  serve(server, contract.getAdminUser, async ({ params: { adminUserId } }) => {
    await requireAdmin(adminUserId)
    return describeAdmin(db, adminUserId)
  })

  serve(server, contract.revokeAdminInvitation, async ({ params, body, caller }) => {
    const { adminUserId: adminId } = params
    await revokeInvitation(db, caller, { adminId, ...body })
    return describeAdmin(db, adminId)
  })

  serve(server, contract.listSessionsOfAdmin, async ({ params: { adminUserId: id } }) => {
    await requireAdmin(id)
    return listAdminSessions(db, id)
  })

  serve(server, contract.endAdminSessions, async ({ params, body, caller }) => ({
    ended: await endSessionsOfAdmin(db, caller, { adminId: params.adminUserId, ...body }),
  }))

  serve(server, contract.setRoles, async ({ params, headers, body, caller }) => {
    const { adminUserId: adminId } = params
    if (!isId(adminId)) throw new Refusal(commonErrors.notFound)
    const etag = headers['if-match']
    const version = etag === undefined ? undefined : versionOf(etag)
    const approval = await setRoles(db, caller, { adminId, version, ...body })
    return approval ?? findAdminUser(db, adminId)
  })
}

async function requireAdmin(id: string): Promise<void> {
  if (!isId(id) || !(await findAdmin(db, id))) throw new Refusal(commonErrors.notFound)
}
