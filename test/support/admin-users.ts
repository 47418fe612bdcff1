import { ok } from 'node:assert/strict'
import type { Role } from '#contract/permission.ts'
import type { Visitor } from './people.ts'
import { listAdminUsers, setRoles, type AdminUser } from '../../features/admin/admins/contract.ts'

export async function find(browser: Visitor, id: string): Promise<AdminUser> {
  const admin = (await browser.call(listAdminUsers, { query: { limit: 200 } })).find(
    (admin) => admin.id === id,
  )
  ok(admin)
  return admin
}

export function change(browser: Visitor, { id, etag }: AdminUser, wanted: readonly Role[]) {
  const input = { params: { adminUserId: id }, headers: { 'if-match': etag } }
  return browser.call(setRoles, { ...input, body: { roles: [...wanted] } })
}
