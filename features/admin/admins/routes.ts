import { isId, versionOf } from '#contract/fields.ts'
import { rolePermissions, roles } from '#contract/permission.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { findAdminUser, listAdminUsers } from './list.ts'
import { setRoles } from './set-roles.ts'

export function adminUserRoutes(server: Server): void {
  serve(server, contract.listAdminUsers, (call) =>
    findPage(call, `admin-users ${call.caller.adminId}`, (page) => listAdminUsers(db, page)),
  )

  serve(server, contract.listRoles, async () =>
    roles.map((value) => ({ value, permissions: [...rolePermissions[value]] })),
  )

  serve(server, contract.setRoles, async ({ params, headers, body, caller }) => {
    const { adminUserId: adminId } = params
    if (!isId(adminId)) throw new Refusal(commonErrors.notFound)
    const etag = headers['if-match']
    const version = etag === undefined ? undefined : versionOf(etag)
    await setRoles(db, caller, { adminId, version, roles: body.roles })
    return findAdminUser(db, adminId)
  })
}
