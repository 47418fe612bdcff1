import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import {
  addContactPoint as insertContactPoint,
  listUsableAddresses,
} from '#domain/accounts/contact-point.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { db, rows, scalar, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { untilLocked } from '#test/locks.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { backdate, deleteRows, now, updateRows } from '#test/rows.ts'
import { newestLink } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import { logMeOut } from '../sessions/contract.ts'
import {
  addContactPoint,
  listContactPoints,
  removeContactPoint,
  verifyContactPoint,
} from './contract.ts'

test('a second address is confirmed by its link and becomes usable three days after it was added', async () => {
  const ada = await addUser()
  const { call } = await logIn(ada)
  const email = 'ada.home@quay.example'
  const added = await call(addContactPoint, { body: { email: ' Ada.Home@quay.example ' } })
  deepEqual([added.email, added.verified, added.usable], [email, false, false])
  const token = (await newestLink(ada, 'contact-point')) ?? ''
  const stranger = await visitor()
  equal((await stranger.call(checkLink, { body: { token } })).kind, 'contact-point')
  await stranger.call(verifyContactPoint, { body: { token } })
  await refusedWith(errorCodes.invalidLink, stranger.call(verifyContactPoint, { body: { token } }))
  const [contactPoint] = await call(listContactPoints, {})
  deepEqual([contactPoint?.verified, contactPoint?.usable], [true, false])
  const hours = (Date.parse(String(contactPoint?.usableFrom)) - Date.now()) / 3_600_000
  ok(hours > 71.9 && hours <= 72)
  deepEqual(await listUsableAddresses(db, ada.id), [])
  await updateRows('contact_points', { userId: ada.id }, { usableFrom: now })
  deepEqual(await listUsableAddresses(db, ada.id), [email])
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  deepEqual(actions, ['contact_point_added', 'contact_point_verified'])
})

test('an unconfirmed address never becomes usable', async () => {
  const ada = await addUser()
  const { call } = await logIn(ada)
  await call(addContactPoint, { body: { email: 'typo@quay.example' } })
  await updateRows('contact_points', { userId: ada.id }, { usableFrom: now })
  deepEqual(await listUsableAddresses(db, ada.id), [])
  await backdate('one_time_links', { userId: ada.id }, '25 hours')
  equal(await newestLink(ada, 'contact-point'), undefined)
})

test('a user can add at most three distinct addresses other than their own, even with twenty concurrent requests', async () => {
  const ada = await addUser()
  const { call } = await logIn(ada)
  const own = await refusedWith(
    errorCodes.invalidInput,
    call(addContactPoint, { body: { email: ada.email } }),
  )
  equal(own.faults[0]?.rule, 'ownAddress')
  await call(addContactPoint, { body: { email: 'one@quay.example' } })
  const twice = call(addContactPoint, { body: { email: 'one@quay.example' } })
  equal((await refusedWith(errorCodes.invalidInput, twice)).faults[0]?.rule, 'listedTwice')
  const all = Array.from({ length: 20 }, (_, number) =>
    call(addContactPoint, { body: { email: `at${number}@quay.example` } }),
  )
  await Promise.allSettled(all)
  await deleteRows('rate_limits', { key: `contact ${ada.id}` })
  const rest = Array.from({ length: 3 }, (_, number) =>
    call(addContactPoint, { body: { email: `more${number}@quay.example` } }),
  )
  await Promise.allSettled(rest)
  equal((await call(listContactPoints, {})).length, 3)
  await deleteRows('rate_limits', { key: `contact ${ada.id}` })
  const fourth = call(addContactPoint, { body: { email: 'four@quay.example' } })
  equal((await refusedWith(errorCodes.invalidInput, fourth)).faults[0]?.rule, 'tooMany')
})

test('of two different third addresses added concurrently, the second is refused because the list is full', async () => {
  const ada = await addUser()
  const { call } = await logIn(ada)
  for (const email of ['one@quay.example', 'two@quay.example'])
    await call(addContactPoint, { body: { email } })
  const second = await transaction(db, async (tx) => {
    await insertContactPoint(tx, ada.id, 'three@quay.example')
    const adding = call(addContactPoint, { body: { email: 'four@quay.example' } })
    await untilLocked(1)
    return { adding }
  })
  const refusal = await refusedWith(errorCodes.invalidInput, second.adding)
  equal(refusal.faults[0]?.rule, 'tooMany')
})

test('a fourth addition within ten minutes is rate-limited, even if the earlier addresses were removed', async () => {
  const { call } = await logIn(await addUser())
  for (let count = 0; count < 3; count += 1) {
    const { id } = await call(addContactPoint, { body: { email: `flood${count}@quay.example` } })
    await call(removeContactPoint, { params: { id }, body: {} })
  }
  const next = call(addContactPoint, { body: { email: 'flood9@quay.example' } })
  await refusedWith(errorCodes.tooManyRequests, next)
})

test('adding and removing an address require a recent step-up; an address of another user answers 404', async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  const { call } = await logIn(ada)
  const { id } = await call(addContactPoint, { body: { email: 'kept@quay.example' } })
  const remove = { params: { id }, body: {} }
  const other = await logIn(mallory)
  await refusedWith(errorCodes.notFound, other.call(removeContactPoint, remove))
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  await refusedWith(errorCodes.stepUpRequired, call(removeContactPoint, remove))
  const again = call(addContactPoint, { body: { email: 'next@quay.example' } })
  await refusedWith(errorCodes.stepUpRequired, again)
})

test('adding and removing an address notifies every address of the user; the link of the mail undoes the addition', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  const ada = await addUser()
  const laptop = await logIn(ada)
  const first = await laptop.call(addContactPoint, { body: { email: 'first.of@quay.example' } })
  await updateRows('contact_points', { id: first.id }, { verifiedAt: now })
  await laptop.call(addContactPoint, { body: { email: 'mallorys@quay.example' } })
  const confirm = await mailbox.waitFor('mallorys@quay.example', /Confirm/, 20_000)
  match(confirm.text, /\/contact-point\/[\w-]{43}/)
  const linked = await scalar<string>(db)`
    select data->>'linkId' from mails
    where kind = 'contact-point-added' and to_address = ${ada.email} order by id desc limit 1`
  const notice = await mailbox.waitFor('first.of@quay.example', /was added/, 20_000)
  equal(/log-me-out/.test(notice.text), false)
  const token = (await mailedToken(db, linked ?? '')) ?? ''
  const owner = await visitor()
  equal((await owner.call(checkLink, { body: { token } })).undoes, 'contact-point')
  await owner.call(logMeOut, { body: { token } })
  equal(await laptop.isLoggedIn(), false)
  const left = await rows<{ value: string }>(db)`
    select value from contact_points where user_id = ${ada.id}`
  deepEqual(
    left.map(({ value }) => value),
    ['first.of@quay.example'],
  )
  const desk = await logIn(ada)
  await desk.call(removeContactPoint, { params: { id: first.id }, body: {} })
  for (const address of [ada.email, 'first.of@quay.example'])
    await mailbox.waitFor(address, /was removed/, 20_000)
})
