// own process: sets TWO_PERSON
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { recordAudit } = await import('#domain/audit/audit.ts')
const { db } = await import('#server/db.ts')
const { addAdmin } = await import('#test/people.ts')
const { checkModel } = await import('./check-model.ts')
const { auditCheckModelCommand } = await import('./command.ts')

test('the model finds steps of the audit log that one person made alone, and approvals of dependent approvers', async () => {
  const [mallory, honest, sleeper] = [await addAdmin(), await addAdmin(), await addAdmin()]
  const step = (admin: { id: string }, action: 'admin_activated' | 'admin_suspended') =>
    recordAudit(db, { adminId: admin.id }, action, { targetId: sleeper.id })
  const ask = async (approvalId: string) =>
    recordAudit(db, { adminId: mallory.id }, 'approval_asked', {
      targetId: honest.id,
      data: { approvalId, kind: 'admin-deactivate' },
    })
  const approve = (admin: { id: string }, approvalId: string) =>
    recordAudit(db, { adminId: admin.id }, 'approval_approved', {
      targetId: honest.id,
      data: { approvalId, kind: 'admin-deactivate' },
    })
  equal((await checkModel(db, 1)).forbidden.length, 0)
  const [first, second] = [randomUUID(), randomUUID()]
  await step(mallory, 'admin_activated')
  await ask(first)
  await approve(sleeper, first)
  await ask(second)
  await approve({ id: randomUUID() }, second)
  await step(mallory, 'admin_suspended')
  await step(mallory, 'admin_suspended')
  const { forbidden, steps } = await checkModel(db, 1)
  deepEqual(
    forbidden.map(({ action, rule }) => `${action} ${rule}`),
    ['admin_activated admin_activated', 'approval_approved newRight', 'admin_suspended onePerDay'],
  )
  equal(steps, 7)
  const { lines, code } = (await auditCheckModelCommand([])) as { lines: string[]; code: number }
  deepEqual([lines.at(-1), code], ['7 steps of the last day were checked, 3 are forbidden.', 1])
})
