// own process: counts failures by address
import { deepEqual, doesNotReject, equal, match, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { getChallenge } from '#contract/human-check.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findMatchingPassword } from '#test/matching-password.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { addUser as add } from '#domain/accounts/user.ts'
import { db, row, rows, scalar } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import {
  addUser,
  passHumanCheck,
  refusedWith,
  startUserSession,
  visitor,
  type Visitor,
} from '#test/people.ts'
import { buildAuthorizationRequest, follow, newPlatform } from '#test/platform.ts'
import { updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import { confirmPasswordReset, requestReset } from './contract.ts'

const worker = await startWorker()
after(() => worker.stop())

async function ask(browser: Visitor, email: string, other: object = {}) {
  const humanCheck = await passHumanCheck(browser)
  return browser.call(requestReset, { body: { email, humanCheck, ...other } })
}

async function linkIn(email: string): Promise<URL> {
  const mail = await mailbox.waitFor(email, /(?:)/, 20_000)
  const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
  equal(links.length, 1)
  return new URL(links[0] ?? '')
}

test('AP-12 SC-03 RT-06 a request sends a mail whose link sets a new password', async () => {
  const ada = await addUser({ email: 'ada.b+bank@quay.example' })
  const laptop = await visitor({ ipAddress: '192.0.2.1' })
  deepEqual(await ask(laptop, ' ADA.B+bank@quay.example '), {})
  const link = await linkIn(ada.email)
  match(link.href, /^http:\/\/localhost:8080\/reset-password\/[\w-]{43}\?user=ada\.b%2Bbank%40/)
  const token = link.pathname.split('/').at(-1) ?? ''
  const password = 'Second-Harbour-2'
  await laptop.call(confirmPasswordReset, { body: { token, password, confirmPassword: password } })
  ok(await findMatchingPassword(db, ada.id, password))
  const notice = await mailbox.waitFor(ada.email, /has been changed/, 20_000)
  match(notice.text, /192\.0\.2\.1/)
  match(notice.text, /http:\/\/localhost:8080\/forgot-password\n/)
})

test('SC-16 the mail is in the user’s language, right to left in Arabic', async () => {
  const mona = await addUser({ preferredLanguage: 'ar', firstname: 'منى' })
  await ask(await visitor(), mona.email)
  const mail = await mailbox.waitFor(mona.email, /تعيين كلمة مرور جديدة/, 20_000)
  match(mail.html, /<html lang="ar" dir="rtl">/)
  match(mail.text, /^تلقينا طلبًا لإعادة تعيين كلمة مرور/)
})

test('RT-05 a user without a password gets a mail to set the first one', async () => {
  const about = { partnerId: null, preferredLanguage: 'en' } as const
  await add(db, { ...about, email: 'new@quay.example', firstname: 'New', lastname: 'Comer' })
  await ask(await visitor(), 'new@quay.example')
  await mailbox.waitFor('new@quay.example', /^Set your password/, 20_000)
})

test('a request for an address without an account gets the same response but sends no mail', async () => {
  const laptop = await visitor()
  deepEqual(await ask(laptop, 'nobody@quay.example'), {})
  equal(await stateOf('nobody@quay.example'), 'failed')
  ok(!(await hasMail('nobody@quay.example')))
})

test('ST-06 a request for a deactivated user or company gets the same response but sends no mail', async () => {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { active: false })
  const grace = await addUser({ company: 'Aground Ltd' })
  await updateRows('partners', { name: 'Aground Ltd' }, { active: false })
  for (const { email } of [ada, grace]) {
    deepEqual(await ask(await visitor(), email), {})
    equal(await stateOf(email), 'failed')
    ok(!(await hasMail(email)))
  }
})

test('RT-29 RT-30 the link keeps a redirect_url of a platform and drops any other', async () => {
  await upsertSubsystem(db, {
    id: 'hub',
    name: 'Hub',
    url: 'https://hub.example',
    clientSecret: null,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  const user = await addUser()
  await ask(await visitor(), user.email, { redirectUrl: 'https://hub.example/pay?id=7' })
  equal((await linkIn(user.email)).searchParams.get('redirect_url'), 'https://hub.example/pay?id=7')
  for (const redirectUrl of [
    'https://evil.example/',
    'https://hub.example@evil.example/',
    '//x',
    '',
  ]) {
    const user = await addUser()
    await ask(await visitor({ ipAddress: '192.0.2.77' }), user.email, { redirectUrl })
    equal((await linkIn(user.email)).searchParams.has('redirect_url'), false)
  }
})

test("RT-29 RT-30 a request from a platform's login page links back to that platform and to no other target", async () => {
  const hub = await newPlatform()
  const browser = await visitor()
  const { url } = await follow(browser, (await buildAuthorizationRequest(hub)).url)
  const target = url.searchParams.get('redirect') ?? ''
  ok(target.startsWith('/sign-on/'), target)
  const page = await scalar<string>(db)`select url from subsystems where id = ${hub.id}`
  equal(await mailedTarget(target), page)
  equal(await mailedTarget(`/forward-auth/start?subsystem=${hub.id}&rd=https://evil.example`), page)
  for (const redirect of [`${target}x`, `//evil.example${target}`, '/sign-on/x?y', '/main']) {
    equal(await mailedTarget(redirect), null, redirect)
  }
  await updateRows('subsystems', { id: hub.id }, { active: false })
  equal(await mailedTarget(target), null)
})

let requestCount = 0

async function mailedTarget(redirect: string): Promise<string | null> {
  const { email } = await addUser()
  await ask(await visitor({ ipAddress: `192.0.2.${100 + requestCount++}` }), email, { redirect })
  return (await linkIn(email)).searchParams.get('redirect_url')
}

test('VA-13 ER-05 the server verifies the human check, and accepts each answer only once', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const humanCheck = await passHumanCheck(laptop)
  await refusedWith(
    errorCodes.humanCheckFailed,
    ask(laptop, ada.email, { humanCheck: 'bm90aGluZw==' }),
  )
  await ask(laptop, ada.email, { humanCheck })
  await refusedWith(errorCodes.humanCheckFailed, ask(laptop, ada.email, { humanCheck }))
})

test('VA-09 ER-05 an invalid email address is reported at its field', async () => {
  const refusal = await refusedWith(commonErrors.invalidInput, ask(await visitor(), 'ada@quay'))
  deepEqual(refusal.faults, [
    { code: commonErrors.invalidInput, field: 'email', rule: 'invalidEmail' },
  ])
})

test('LI-02 ER-05 the fourth request for one address within ten minutes is rate-limited, with or without an account', async () => {
  for (const email of [(await addUser()).email, 'nobody.at.all@quay.example']) {
    for (const last of [11, 12, 13]) {
      await ask(await visitor({ ipAddress: `198.51.100.${last}` }), email)
    }
    const fourth = await visitor({ ipAddress: '198.51.100.14' })
    const refusal = await refusedWith(errorCodes.tooManyRequests, ask(fourth, email))
    const seconds = refusal.retryAfterSeconds ?? 0
    ok(seconds > 590 && seconds <= 600, String(seconds))
  }
})

test('LI-02 exactly ten of thirty concurrent requests from one IP address are accepted', async () => {
  const browsers = await Promise.all(
    Array.from({ length: 30 }, () => visitor({ ipAddress: '203.0.113.5' })),
  )
  const answers = await Promise.allSettled(
    browsers.map((browser, number) => ask(browser, `somebody${number}@elsewhere.example`)),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 10)
})

test('the audit log records a request with its user, but does not record an unknown email address', async () => {
  const ada = await addUser()
  await ask(await visitor({ ipAddress: '198.51.100.40' }), ada.email)
  const [own] = await auditOf(ada.id)
  deepEqual([own?.action, own?.ipAddress], ['password_reset_requested', '198.51.100.40'])
  await ask(await visitor({ ipAddress: '198.51.100.41' }), 'nowhere@quay.example')
  const entries = await rows<{ data: object; targetId: string | null }>(db)`
    select data, target_id from audit_log
    where action = 'password_reset_requested' and ip_address = '198.51.100.41'`
  deepEqual(entries, [{ data: {}, targetId: null }])
})

test('the retry after a failed delivery sends the same link', async () => {
  const ada = await addUser()
  mailbox.behave('drop-after-data')
  await ask(await visitor({ ipAddress: '198.51.100.50' }), ada.email)
  const first = await linkIn(ada.email)
  mailbox.behave('accept')
  equal(await stateOf(ada.email), 'sent')
  equal((await linkIn(ada.email)).href, first.href)
})

/** Waits up to 20 seconds for the mail to leave the queue; returns its state. */
async function stateOf(email: string): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const mail = await row<{ state: string }>(db)`
      select state from mails where to_address = ${email} and state <> 'queued'`
    if (mail) return mail.state
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 'queued'
}

async function hasMail(email: string): Promise<boolean> {
  const all = await mailbox.messages()
  return all.some((mail) => mail.to.some(({ address }) => address === email))
}

test('X2: wrong human checks of one IP address are rate-limited; the audit log records each until the limit, and the block once', async () => {
  const ipAddress = '198.51.100.55'
  const stranger = await visitor({ ipAddress })
  const guess = () => ask(stranger, 'ada@quay.example', { humanCheck: 'bm90aGluZw==' })
  for (let count = 0; count < 20; count += 1)
    await refusedWith(errorCodes.humanCheckFailed, guess())
  for (let count = 0; count < 20; count += 1) await refusedWith(errorCodes.tooManyRequests, guess())
  const entries = await rows<{ action: string }>(db)`
    select action from audit_log where ip_address = ${ipAddress} order by id`
  equal(entries.length, 21)
  equal(entries.filter(({ action }) => action === 'address_blocked').length, 1)
})

test('X2: successful human checks do not count against the rate limit', async () => {
  const ipAddress = '198.51.100.51'
  const laptop = await visitor({ ipAddress })
  for (let count = 0; count < 19; count += 1)
    await ask(laptop, 'a@quay.example', { humanCheck: 'x' }).catch(() => undefined)
  for (let count = 0; count < 3; count += 1)
    await doesNotReject(ask(laptop, `right${count}@quay.example`))
  await refusedWith(errorCodes.humanCheckFailed, ask(laptop, 'a@quay.example', { humanCheck: 'x' }))
})

test('X17: three requests by strangers do not rate-limit a known browser of the user', async () => {
  const ada = await addUser()
  const laptop = await visitor({ ipAddress: '198.51.100.60' })
  const { browserToken } = await startUserSession(ada)
  laptop.cookies.set('portico-browser', browserToken ?? '')
  for (let count = 0; count < 3; count += 1) await ask(await visitor(), ada.email)
  await refusedWith(errorCodes.tooManyRequests, ask(await visitor(), ada.email))
  for (let count = 0; count < 3; count += 1) await doesNotReject(ask(laptop, ada.email))
  await refusedWith(errorCodes.tooManyRequests, ask(laptop, ada.email))
  // For another account, the browser counts as unknown.
  await ask(laptop, (await addUser()).email)
})

test('X19: challenges are rate-limited by IP address at 600, far above normal use', async () => {
  const laptop = await visitor({ ipAddress: '198.51.100.61' })
  const begin = () => laptop.call(getChallenge, {})
  for (let count = 0; count < 600; count += 1) await begin()
  const refusal = await refusedWith(errorCodes.tooManyRequests, begin())
  ok((refusal.retryAfterSeconds ?? 0) > 500)
  await (await visitor()).call(getChallenge, {})
})
