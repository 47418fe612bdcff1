import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, row, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addAdmin, addUser, logIn, refusedWith, visitor, type TestUser } from '#test/people.ts'
import { addDecider, addUsable, ask, stopTokens } from '#test/recovery.ts'
import { backdate } from '#test/rows.ts'
import { login } from '../sign-in/contract.ts'
import { lockAccount, lockAccountByLink, stopRecovery } from './contract.ts'

async function stateOf({ id }: TestUser) {
  return row<{ active: boolean; isLocked: boolean }>(db)`
    select active, locked_by_owner_at is not null as is_locked from users where id = ${id}`
}

test('locking the account ends every session, blocks logins, and notifies every address', async () => {
  const ada = await addUser()
  const { email, password } = ada
  const home = await addUsable(ada)
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await laptop.call(lockAccount, { body: {} })
  deepEqual([await laptop.isLoggedIn(), await phone.isLoggedIn()], [false, false])
  deepEqual(await stateOf(ada), { active: false, isLocked: true })
  const stranger = await visitor()
  await refusedWith(errorCodes.userInactive, stranger.call(login, { body: { email, password } }))
  const mails = await rows<{ to: string }>(db)`
    select to_address as to from mails where kind = 'user-locked' and user_id = ${ada.id}`
  deepEqual(mails.map(({ to }) => to).toSorted(), [home, ada.email].toSorted())
  const last = (await auditOf(ada.id)).find(({ action }) => action === 'user_locked_by_owner')
  deepEqual([last?.action, last?.data], ['user_locked_by_owner', { endedSessions: 2 }])
})

test('U17: locking the account of the only owner notifies the admins who manage companies', async () => {
  const admin = await addAdmin()
  const company = await addDelegated('Locked Ltd')
  const owner = await addColleague(company, ['owner'])
  await owner.browser.call(lockAccount, { body: {} })
  const mails = await rows<{ id: string }>(db)`
    select id from mails
    where kind = 'company-without-owner' and user_id = ${admin.id} and data->>'partnerId' = ${company.partnerId}`
  equal(mails.length, 1)
})

test('locking the account requires a recent step-up', async () => {
  const ada = await addUser()
  const thief = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  await refusedWith(errorCodes.stepUpRequired, thief.call(lockAccount, { body: {} }))
  deepEqual(await stateOf(ada), { active: true, isLocked: false })
})

test('the link of a recovery mail locks the account exactly once under concurrency', async () => {
  await addDecider()
  const ada = await addUser()
  const open = await ask(ada)
  const [token = ''] = await stopTokens(open.id)
  const { call } = await visitor()
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => call(lockAccountByLink, { body: { token } })),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  deepEqual(await stateOf(ada), { active: false, isLocked: true })
  await refusedWith(errorCodes.invalidLink, call(stopRecovery, { body: { token } }))
  const locks = (await auditOf(ada.id)).filter(({ action }) => action === 'user_locked_by_owner')
  equal(locks.length, 1)
  ok((await auditOf(ada.id)).some(({ action }) => action === 'recovery_stopped'))
})
