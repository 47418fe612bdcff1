import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, row, scalar, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, type TestUser } from '#test/people.ts'
import { authorize, isActive, newPlatform, tokensOf } from '#test/platform.ts'
import { fromNow, updateRows } from '#test/rows.ts'
import { startWorker } from '../../app/worker.ts'
import { composeAccessExpiring } from '../../features/company/users/email.ts'
import { endExpiredAccess, warnOfExpiry } from './access-expiry.ts'

const hub = await newPlatform()

const mailsTo = ({ id }: TestUser) =>
  scalars<string>(db)`select kind from mails where user_id = ${id} order by id`

function setAccessEnd({ id }: TestUser, interval: string) {
  return updateRows(
    'subsystem_accounts',
    { userId: id },
    { expiresAt: fromNow(interval), expiryMailedAt: null, expiredAt: null },
  )
}

test('U17: a user gets one email seven days before access ends, also with several workers', async () => {
  const ada = await addUser({ platforms: [hub.id] })
  await setAccessEnd(ada, '8 days')
  await warnOfExpiry(db)
  deepEqual(await mailsTo(ada), [])
  await setAccessEnd(ada, '6 days')
  await Promise.all([warnOfExpiry(db), warnOfExpiry(db), warnOfExpiry(db)])
  await warnOfExpiry(db)
  deepEqual(await mailsTo(ada), ['access-expiring'])
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /is ending/, 20_000)
  await worker.stop()
  match(mail.text, /write to support@/)
})

test('a waiting email about the end of access is dropped if the access is extended', async () => {
  const ada = await addUser({ platforms: [hub.id] })
  await setAccessEnd(ada, '6 days')
  await warnOfExpiry(db)
  const warning = { id: '', kind: 'access-expiring', toAddress: ada.email, userId: ada.id } as const
  const data = await row<{ data: Record<string, string> }>(db)`
    select data from mails where user_id = ${ada.id}`
  const mail = { ...warning, language: 'en', ...data } as never
  ok(await composeAccessExpiring(mail))
  await setAccessEnd(ada, '30 days')
  equal(await composeAccessExpiring(mail), undefined)
})

test('U17: expired access is refused immediately; its sessions and tokens end, recorded and emailed once', async () => {
  const ada = await addUser({ platforms: [hub.id] })
  const browser = await logIn(ada)
  const { access } = await tokensOf(browser, hub)
  equal(await isActive(hub, access), true)
  await setAccessEnd(ada, '-1 second')
  const { back } = await authorize(browser, hub, { prompt: 'none' })
  equal(back.searchParams.has('code'), false)
  equal(await isActive(hub, access), false)
  await Promise.all([endExpiredAccess(db), endExpiredAccess(db)])
  equal(await isActive(hub, access), false)
  const ended = (await auditOf(ada.id)).filter(({ action }) => action === 'platform_access_expired')
  deepEqual(
    ended.map(({ data }) => data['subsystem']),
    [hub.id],
  )
  deepEqual(await mailsTo(ada), ['platforms-changed'])
  const openSessions = await scalar(db)`
    select count(*) from platform_sessions where user_id = ${ada.id} and ended_at is null`
  equal(openSessions, 0)
})

const endOf = ({ id }: TestUser) =>
  scalar<Date | null>(db)`select expired_at from subsystem_accounts where user_id = ${id}`

test('3S4: expired access that cannot be ended does not keep the access of other users open', async () => {
  const [ada, grace] = [
    await addUser({ platforms: [hub.id] }),
    await addUser({ platforms: [hub.id] }),
  ]
  for (const user of [ada, grace]) await setAccessEnd(user, '-1 second')
  await transaction(db, async (tx) => {
    await updateRows('users', { id: ada.id }, { firstname: 'Ada' }, tx)
    await endExpiredAccess(db)
    equal(await endOf(ada), null)
    ok(await endOf(grace))
  })
  await endExpiredAccess(db)
  ok(await endOf(ada))
})
