import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { all } from '#contract/refusal.ts'
import { db, rows, sql } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, codeOf, refusedWith, visitor, type Somebody, type Visitor } from '#test/people.ts'
import { countsOlder } from '#test/time.ts'
import { startWorker } from '../../app/worker.ts'
import { login, verifyCode } from './contract.ts'

const wrong = 'Wrong-Harbour-1'

function givePassword(
  browser: Visitor,
  { email }: { email: string },
  password = 'First-Harbour-1',
) {
  return browser.call(login, { body: { email, password } })
}

/** Wrong passwords, each from an address of its own. */
async function failPasswords(somebody: { email: string }, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await refusedWith(all.invalidCredentials, givePassword(await visitor(), somebody, wrong))
  }
}

/** A browser in which she has completed a login. */
async function knownBrowser(
  somebody: Somebody,
  about: { ipAddress?: string } = {},
): Promise<Visitor> {
  const browser = await visitor(about)
  await givePassword(browser, somebody)
  await browser.call(verifyCode, { body: { otp: codeOf(somebody.secret) } })
  await forgetStep(somebody)
  return browser
}

/** As if her authenticator showed a new code already. */
async function forgetStep({ id }: Somebody): Promise<void> {
  await db.query('update second_factors set last_step = 0 where user_id = $1', [id])
}

function mailsTo({ email }: { email: string }): Promise<{ kind: string }[]> {
  return rows<{ kind: string }>(db, sql`select kind from mails where to_address = ${email}`)
}

function blocksOf(ipAddress: string): Promise<{ data: object }[]> {
  return rows(
    db,
    sql`
    select data from audit_log where action = 'address_blocked' and ip_address = ${ipAddress}`,
  )
}

test('LI-01 ER-04 after ten failures an address waits for ten minutes, whomever it tries', async () => {
  const ipAddress = '198.51.100.10'
  const stranger = await visitor({ ipAddress })
  for (let count = 0; count < 10; count += 1) {
    const email = `nobody${count}@quay.example`
    await refusedWith(all.invalidCredentials, givePassword(stranger, { email }))
  }
  const ada = await addUser()
  const refusal = await refusedWith(all.addressBlocked, givePassword(stranger, ada))
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await refusedWith(all.addressBlocked, givePassword(await visitor({ ipAddress }), ada))
  await givePassword(await visitor({ ipAddress: '198.51.100.11' }), ada)
  deepEqual(await blocksOf(ipAddress), [{ data: { limit: 'addressFailures', minutes: 10 } }])

  await countsOlder(ipAddress, '9 minutes 55 seconds')
  await refusedWith(all.addressBlocked, givePassword(stranger, ada))
  await countsOlder(ipAddress, '5 seconds')
  await givePassword(stranger, ada)
})

test('LI-01 the answer says in its header how long to wait', async () => {
  const stranger = await visitor({ ipAddress: '198.51.100.12' })
  for (let count = 0; count < 10; count += 1) {
    await givePassword(stranger, { email: `noone${count}@quay.example` }).catch(() => undefined)
  }
  const { headers } = await stranger.fetch('/api/csrf')
  const answer = await stranger.fetch('/api/users/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': headers.get('x-csrf-token') ?? '',
    },
    body: JSON.stringify({ email: 'ada@quay.example', password: wrong }),
  })
  equal(answer.status, 429)
  match(answer.headers.get('retry-after') ?? '', /^(59\d|600)$/)
})

test('LI-01 all addresses of one /64 are one address, and its neighbour another', async () => {
  for (let count = 0; count < 10; count += 1) {
    const stranger = await visitor({ ipAddress: `2001:db8:5:6::${count + 1}` })
    await refusedWith(all.invalidCredentials, givePassword(stranger, { email: 'no@quay.example' }))
  }
  const ada = await addUser()
  const same = await visitor({ ipAddress: '2001:db8:5:6:ffff::1' })
  await refusedWith(all.addressBlocked, givePassword(same, ada))
  await givePassword(await visitor({ ipAddress: '2001:db8:5:7::1' }), ada)
})

test('LI-01 whoever types right counts for nothing, however often', async () => {
  const ada = await addUser()
  const laptop = await visitor({ ipAddress: '198.51.100.13' })
  for (let count = 0; count < 15; count += 1) await givePassword(laptop, ada)
})

test('LI-01 of a hundred guesses at once from one address ten are looked at', async () => {
  const ipAddress = '198.51.100.14'
  const browsers = await Promise.all(Array.from({ length: 100 }, () => visitor({ ipAddress })))
  const answers = await Promise.allSettled(
    browsers.map((browser, count) =>
      givePassword(browser, { email: `guess${count}@quay.example` }),
    ),
  )
  const codes = answers.map((answer) => (answer as { reason: { code: number } }).reason.code)
  equal(codes.filter((code) => code === all.invalidCredentials).length, 10)
  equal(codes.filter((code) => code === all.addressBlocked).length, 90)
  equal((await blocksOf(ipAddress)).length, 1)
})

test('LI-01 wrong codes count against the address as wrong passwords do', async () => {
  const ipAddress = '198.51.100.15'
  for (let count = 0; count < 10; count += 1) {
    const ada = await addUser()
    const stranger = await visitor({ ipAddress })
    await givePassword(stranger, ada)
    await refusedWith(all.wrongCode, stranger.call(verifyCode, { body: { otp: '000000' } }))
  }
  await refusedWith(all.addressBlocked, givePassword(await visitor({ ipAddress }), await addUser()))
})

test('LI-01 an address that is blocked between password and code waits with its code too', async () => {
  const ipAddress = '198.51.100.16'
  const ada = await addUser()
  const laptop = await visitor({ ipAddress })
  await givePassword(laptop, ada)
  for (let count = 0; count < 10; count += 1) {
    const email = `nobody${count}@quay.example`
    await givePassword(await visitor({ ipAddress }), { email }).catch(() => undefined)
  }
  const otp = codeOf(ada.secret)
  await refusedWith(all.addressBlocked, laptop.call(verifyCode, { body: { otp } }))
})

test('LI-01 after five wrong passwords in a row the right one is refused like a wrong one, for 30 minutes', async () => {
  const ada = await addUser()
  await failPasswords(ada, 5)
  const refused = await refusedWith(all.invalidCredentials, givePassword(await visitor(), ada))
  const unknown = await refusedWith(
    all.invalidCredentials,
    givePassword(await visitor(), { email: 'nobody@quay.example' }),
  )
  deepEqual(
    [refused.faults, refused.retryAfterSeconds],
    [unknown.faults, unknown.retryAfterSeconds],
  )
  await countsOlder(ada.id, '29 minutes 55 seconds')
  await refusedWith(all.invalidCredentials, givePassword(await visitor(), ada))
  await countsOlder(ada.id, '5 seconds')
  await givePassword(await visitor(), ada)
})

test('LI-01 four wrong passwords and a completed login begin the count anew', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  await knownBrowser(ada)
  await failPasswords(ada, 4)
  await givePassword(await visitor(), ada)
})

test('LI-01 a right password alone does not begin the count anew', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  await givePassword(await visitor(), ada)
  await failPasswords(ada, 1)
  await refusedWith(all.invalidCredentials, givePassword(await visitor(), ada))
})

test('LI-01 the owner of a locked account is told by one mail, in her language, and the log says so', async () => {
  const worker = await startWorker()
  const ada = await addUser({ preferredLanguage: 'fr' })
  await failPasswords(ada, 8)
  deepEqual(await mailsTo(ada), [{ kind: 'account-locked' }])
  const mail = await mailbox.waitFor(ada.email, /Trop de tentatives/, 20_000)
  await worker.stop()
  match(mail.text, /pendant 30 minutes/)
  deepEqual(mail.text.match(/https?:\/\/\S+/g), ['http://localhost:8080/forgot-password'])
  const actions = (await auditOf(ada.id)).map((row) => row.action)
  equal(actions.filter((action) => action === 'account_locked').length, 1)
  equal(actions.filter((action) => action === 'login_failed').length, 8)
})

test('an address that nobody has is locked alike, and no mail is sent there', async () => {
  const worker = await startWorker()
  const email = 'ghost@quay.example'
  await failPasswords({ email }, 6)
  const ada = await addUser()
  await failPasswords(ada, 5)
  await mailbox.waitFor(ada.email, /(?:)/, 20_000)
  await worker.stop()
  const sent = await mailbox.messages()
  equal(
    sent.some((mail) => JSON.stringify(mail.to).includes(email)),
    false,
  )
})

test('LI-01 passwords and codes of an account count apart', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  const stranger = await visitor()
  await givePassword(stranger, ada)
  for (const otp of ['000001', '000002', '000003', '000004']) {
    await refusedWith(all.wrongCode, stranger.call(verifyCode, { body: { otp } }))
  }
  await stranger.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
})

test('LI-01 after five wrong codes the right one is refused too, from browsers that are not known', async () => {
  const ada = await addUser()
  const stranger = await visitor()
  await givePassword(stranger, ada)
  for (const otp of ['000001', '000002', '000003', '000004', '000005']) {
    await refusedWith(all.wrongCode, stranger.call(verifyCode, { body: { otp } }))
  }
  const other = await visitor()
  await givePassword(other, ada)
  const otp = codeOf(ada.secret)
  await refusedWith(all.wrongCode, other.call(verifyCode, { body: { otp } }))
  deepEqual(await mailsTo(ada), [{ kind: 'account-locked' }])
  await countsOlder(ada.id, '30 minutes')
  await other.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
})

test('LI-01 a stranger who locks ada out of unknown browsers never locks her out of one she used before', async () => {
  const ada = await addUser()
  const laptop = await knownBrowser(ada, { ipAddress: '198.51.100.20' })
  await failPasswords(ada, 5)
  const neighbour = await visitor({ ipAddress: '198.51.100.20' })
  for (let count = 0; count < 10; count += 1) {
    await givePassword(neighbour, { email: `n${count}@quay.example` }).catch(() => undefined)
  }
  await refusedWith(all.addressBlocked, givePassword(neighbour, ada))

  await givePassword(laptop, ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  equal(await laptop.isLoggedIn(), true)
})

test('LI-01 a known browser waits after ten failures of its own, and holds up nobody else', async () => {
  const ada = await addUser()
  const laptop = await knownBrowser(ada)
  for (let count = 0; count < 10; count += 1) {
    await refusedWith(all.invalidCredentials, givePassword(laptop, ada, wrong))
  }
  const refusal = await refusedWith(all.addressBlocked, givePassword(laptop, ada))
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await givePassword(await visitor(), ada)
  deepEqual(
    (await mailsTo(ada)).filter(({ kind }) => kind === 'account-locked'),
    [],
  )
})

test('LI-01 a browser known to one person counts as a stranger with another', async () => {
  const laptop = await knownBrowser(await addUser())
  const ada = await addUser()
  for (let count = 0; count < 5; count += 1) {
    await refusedWith(all.invalidCredentials, givePassword(laptop, ada, wrong))
  }
  await refusedWith(all.invalidCredentials, givePassword(laptop, ada))
})
