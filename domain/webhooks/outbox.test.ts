import { equal, rejects } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { db, scalar, transaction } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import { addRow, deleteRows, updateRows } from '#test/rows.ts'
import { recordAudit } from '../audit/audit.ts'

test('3S18: an action writes its event if and only if an active webhook of the database receives it, also one that another process has just added', async () => {
  const { id } = await addUser()
  const undone = new Error('undone')
  const changing = transaction(db, async (tx) => {
    const eventsOfAction = async () => {
      await recordAudit(tx, { kind: 'system' }, 'recovery_stopped', { targetId: id })
      const events = scalar<number>(tx)`
        select count(*)::int from webhook_outbox o
        join audit_log a on a.timestamp = o.audit_at and a.id = o.audit_id where a.target_id = ${id}`
      return events.finally(() => deleteRows('webhook_outbox', {}, tx))
    }
    await updateRows('webhooks', {}, { active: false }, tx)
    const webhook = { id: randomUUIDv7(), name: 'Ledger', url: 'https://ledger.example/' }
    const types = ['recovery.stopped']
    await addRow('webhooks', { ...webhook, types, active: false }, tx)
    equal(await eventsOfAction(), 0)
    await updateRows('webhooks', { id: webhook.id }, { active: true }, tx)
    equal(await eventsOfAction(), 1)
    await updateRows('webhooks', { id: webhook.id }, { types: ['recovery.opened'] }, tx)
    equal(await eventsOfAction(), 0)
    throw undone
  })
  await rejects(changing, undone)
})
