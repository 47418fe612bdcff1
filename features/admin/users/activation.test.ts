import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { findLink, mailedToken, createLink } from '#domain/sign-in/link.ts'
import { createLoginAttempt, findLoginAttempt } from '#domain/sign-in/login-attempt.ts'
import { db, row, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addAdmin, addUser, logIn, logInAdmin } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const reason = 'Left the company'

test('ST-06 a deactivation ends sessions, voids login attempts and links, and sends a mail without link or reason', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  const { token: attempt } = await createLoginAttempt(db, ada.id)
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const linkId = await createLink(db, { kind: 'reset-password', ...about })
  const token = (await mailedToken(db, linkId)) ?? ''

  const request = { params: { id: ada.id }, body: { reason } }
  const details = await support.call(contract.deactivateUser, request)

  equal(details.active, false)
  equal(details.action, 'activate')
  deepEqual([await laptop.isLoggedIn(), await phone.isLoggedIn()], [false, false])
  equal(await findLoginAttempt(db, attempt, 'user'), undefined)
  equal(await findLink(db, token), undefined)
  const [entry] = (await auditOf(ada.id)).filter(({ action }) => action === 'user_deactivated')
  deepEqual(entry?.data, {
    before: { active: true },
    after: { active: false },
    reason,
    endedSessions: 2,
  })
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /deactivated/, 20_000)
  await worker.stop()
  equal(/https?:/.test(mail.text), false)
  equal(mail.text.includes(reason), false)
  match(mail.text, /Our support team has deactivated/)
})

test('ST-06 an activated user may log in again, but earlier sessions and links stay invalid', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await support.call(contract.activateUser, { params: { id: ada.id }, body: {} })
  equal(await laptop.isLoggedIn(), false)
  equal(await (await logIn(ada)).isLoggedIn(), true)
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /active again/, 20_000)
  await worker.stop()
  deepEqual(mail.text.match(/https?:\/\/\S+/g), ['http://localhost:8080/login'])
})

test('ST-06 of twenty concurrent deactivations one is recorded and mailed; activating an active user changes nothing', async () => {
  const ada = await addUser()
  const request = { params: { id: ada.id }, body: {} }
  await Promise.all(
    Array.from({ length: 20 }, () => support.call(contract.deactivateUser, request)),
  )
  equal((await auditOf(ada.id)).filter(({ action }) => action === 'user_deactivated').length, 1)
  const mails = await rows(db)`select id from mails where user_id = ${ada.id}`
  equal(mails.length, 1)
  await support.call(contract.activateUser, request)
  const laptop = await logIn(ada)
  await support.call(contract.activateUser, request)
  equal(await laptop.isLoggedIn(), true)
})

test('ST-06 logins concurrent with a deactivation leave no session', async () => {
  const ada = await addUser()
  const logins = Array.from({ length: 10 }, () => logIn(ada).catch(() => undefined))
  const request = { params: { id: ada.id }, body: {} }
  await Promise.all([...logins, support.call(contract.deactivateUser, request)])
  const left = await row<{ count: number }>(db)`
    select count(*) from sessions where user_id = ${ada.id}`
  equal(left?.count, 0)
})
