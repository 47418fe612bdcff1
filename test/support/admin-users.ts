import { ok } from 'node:assert/strict'
import type { Role } from '#contract/permission.ts'
import type { Visitor } from './people.ts'
import { listAdminUsers, setRoles, type AdminUser } from '../../features/admin/admins/contract.ts'

export async function find(browser: Visitor, id: string): Promise<AdminUser> {
  const found = (await browser.call(listAdminUsers, { query: { limit: 200 } })).find(
    (admin) => admin.id === id,
  )
  ok(found)
  return found
}

export function change(browser: Visitor, { id, etag }: AdminUser, wanted: readonly Role[]) {
  const sent = { params: { adminUserId: id }, headers: { 'if-match': etag } }
  return browser.call(setRoles, { ...sent, body: { roles: [...wanted] } })
}
