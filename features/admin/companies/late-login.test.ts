import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findSession, startSession } from '#domain/sessions/session.ts'
import { db, rows, transaction } from '#server/db.ts'
import { addUserOf, both, change } from '#test/companies.ts'
import { now, updateRows } from '#test/rows.ts'
import { endCompanySessions } from './jobs.ts'

test('3S: a login that began before a deactivation and ends after its job stays invalid, also after an activation', async () => {
  const { partnerId, user } = await addUserOf('Closed during a login Ltd', [])
  // Otherwise the login would lock the company to record its time there, which it does rarely.
  await updateRows('partners', { id: partnerId }, { lastLoginAt: now })
  const facts = { name: 'Closed during a login Ltd', subsystems: both, ipAllowRules: [] }
  const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId: '' }
  const session = await transaction(db, async (tx) => {
    const started = await startSession(tx, { accountId: user.id, origin, methods: ['pwd', 'otp'] })
    await change(partnerId, '"1"', { ...facts, active: false })
    await endCompanySessions(partnerId, new Date().toISOString())
    return started
  })
  const token = session?.token ?? ''
  equal(await findSession(db, { token }), undefined)
  await change(partnerId, '"2"', { ...facts, active: true })
  equal((await rows(db)`select id from sessions where user_id = ${user.id}`).length, 1)
  equal(await findSession(db, { token }), undefined)
})
