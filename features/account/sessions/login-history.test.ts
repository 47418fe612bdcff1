// own process: counts failures by address
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { sql } from '#server/db.ts'
import { givePasskey, logInByPasskey } from '#test/passkeys.ts'
import { addUser, codeOf, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { addRow, updateRows } from '#test/rows.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { listLogins } from './contract.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'
const wrong = 'Wrong-Harbour-1'

function enterPassword(browser: Visitor, { email }: { email: string }, password: string) {
  return browser.call(login, { body: { email, password } })
}

test('AP-14 successful and failed logins are listed with browser, IP address and outcome, latest first', async () => {
  const ada = await addUser()
  const stranger = await visitor({ userAgent: firefox, ipAddress: '203.0.113.20' })
  await refusedWith(errorCodes.invalidCredentials, enterPassword(stranger, ada, wrong))
  const laptop = await visitor({ ipAddress: '203.0.113.21' })
  await enterPassword(laptop, ada, ada.password)
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, { body: { otp: '000000' } }))
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  const list = await laptop.call(listLogins, {})
  deepEqual(
    list.map(({ browser, ipAddress, outcome }) => [outcome, browser, ipAddress]),
    [
      ['succeeded', 'Chrome on Linux', '203.0.113.21'],
      ['wrong_code', 'Chrome on Linux', '203.0.113.21'],
      ['wrong_password', 'Firefox on Windows', '203.0.113.20'],
    ],
  )
  equal(Date.now() - Date.parse(list[0]?.timestamp ?? '') < 60_000, true)
})

test('AP-14 a rejected passkey is listed like a rejected code, unless it was used for a step-up', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await logIn(ada)
  const changed = { isUserVerified: false }
  await refusedWith(
    errorCodes.wrongPasskey,
    logInByPasskey(await visitor(), authenticator, changed),
  )
  const options = await laptop.call(beginStepUp, { body: {} })
  const body = { passkey: authenticator.assert(options, changed) }
  await refusedWith(errorCodes.wrongPasskey, laptop.call(stepUpUser, { body }))
  const outcomes = (await laptop.call(listLogins, {})).map(({ outcome }) => outcome)
  deepEqual(outcomes, ['wrong_passkey'])
})

test('AP-14 attempts at a locked account and at a deactivated account have different outcomes', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, enterPassword(await visitor(), ada, ada.password))
  await updateRows('users', { id: ada.id }, { active: true })
  for (let count = 0; count < 6; count += 1) {
    await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada, wrong))
  }
  const outcomes = (await laptop.call(listLogins, {})).map(({ outcome }) => outcome)
  deepEqual(outcomes, ['account_locked', ...Array(5).fill('wrong_password'), 'inactive'])
})

test('AP-14 a user sees only their own logins; a visitor sees none', async () => {
  const ada = await addUser()
  await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada, wrong))
  const grace = await logIn(await addUser())
  deepEqual(await grace.call(listLogins, {}), [])
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(listLogins, {}))
})

test('AP-14 AP-21 a row inserted late is sorted by its time and appears on one page', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  for (const minute of [1, 5, 3, 5, 2]) {
    await addRow('audit_log', {
      timestamp: sql`date_trunc('day', now()) - ${`${minute} minutes`}::interval`,
      actorKind: 'visitor',
      targetId: ada.id,
      action: 'login_failed',
      data: { reason: 'password' },
      ipAddress: `203.0.113.${minute}`,
    })
  }
  const addresses: string[] = []
  for (let next: string | null = '/api/users/login/history?limit=1'; next !== null;) {
    const answer: Response = await laptop.fetch(next)
    addresses.push(
      ...((await answer.json()) as { ipAddress: string }[]).map(({ ipAddress }) => ipAddress),
    )
    next = answer.headers.get('x-next-url')
  }
  deepEqual(
    addresses,
    [1, 2, 3, 5, 5].map((last) => `203.0.113.${last}`),
  )
})

test('AP-14 AP-21 pages list each login exactly once, even if new ones are recorded in between', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  for (let count = 0; count < 5; count += 1) {
    const stranger = await visitor({ ipAddress: `203.0.113.${100 + count}` })
    await refusedWith(errorCodes.invalidCredentials, enterPassword(stranger, ada, wrong))
  }
  const addresses: string[] = []
  let next: string | null = '/api/users/login/history?limit=2'
  while (next !== null) {
    const answer: Response = await laptop.fetch(next)
    const list = (await answer.json()) as { ipAddress: string }[]
    addresses.push(...list.map(({ ipAddress }) => ipAddress))
    next = answer.headers.get('x-next-url')
    equal(next === null, answer.headers.get('x-next-cursor') === null)
    if (next !== null) match(next, /^\/api\/users\/login\/history\?limit=2&cursor=/)
    const stranger = await visitor({ ipAddress: '203.0.113.99' })
    await refusedWith(errorCodes.invalidCredentials, enterPassword(stranger, ada, wrong))
  }
  deepEqual(
    addresses,
    [104, 103, 102, 101, 100].map((last) => `203.0.113.${last}`),
  )
})

test('AP-21 an altered, invented or foreign cursor and an invalid limit are rejected', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const [laptop, phone] = [await logIn(ada), await logIn(grace)]
  for (const person of [ada, ada, grace, grace]) {
    await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), person, wrong))
  }
  const first = await laptop.fetch('/api/users/login/history?limit=1')
  const cursor = first.headers.get('x-next-cursor') ?? ''
  equal((await laptop.call(listLogins, { query: { limit: 1, cursor } })).length, 1)
  for (const bad of [`${cursor}x`, `x${cursor}`, 'nothing', 'W10.x', '.']) {
    await refusedWith(
      commonErrors.invalidInput,
      laptop.call(listLogins, { query: { cursor: bad } }),
    )
  }
  await refusedWith(commonErrors.invalidInput, phone.call(listLogins, { query: { cursor } }))
  for (const limit of [0, 201, 1.5, -1, 'many']) {
    await refusedWith(commonErrors.invalidInput, laptop.call(listLogins, { query: { limit } }))
  }
})
