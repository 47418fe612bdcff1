import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { getOverview } from './contract.ts'

test("the newest events exclude the reader's own logins, logouts and searches", async () => {
  const reader = await addAdmin({ roles: ['auditor'] })
  const other = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(reader)
  for (const action of ['search_result_opened', 'audit_log_searched', 'logged_out'] as const)
    await recordAudit(db, { adminId: reader.id }, action)
  await recordAudit(db, { adminId: reader.id }, 'brand_changed')
  await recordAudit(db, { adminId: other.id }, 'login_succeeded')
  const { newest } = await browser.call(getOverview, {})
  deepEqual(
    newest.filter(({ userId }) => userId === reader.id).map(({ action }) => action),
    ['brand_changed'],
  )
  ok(newest.some(({ userId, action }) => userId === other.id && action === 'login_succeeded'))
})
