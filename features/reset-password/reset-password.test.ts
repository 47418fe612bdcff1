import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { all, common } from '#contract/refusal.ts'
import { makeLink, mailedToken } from '#domain/link.ts'
import { isCurrentPassword } from '#domain/password.ts'
import { addUser as add } from '#domain/user.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, passHumanCheck, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { setActive } from '#test/state.ts'
import { statementsOf } from '#test/statements.ts'
import { older } from '#test/time.ts'
import { login, verifyCode } from '../login/contract.ts'
import { confirmReset, refusals, requestReset } from './contract.ts'

const second = 'Second-Harbour-2'
const word = (number: number) => `Harbour-number-${number}`

async function linkFor({ id, email }: { id: string; email: string }): Promise<string> {
  const about = { kind: 'reset-password', userId: id, email, madeBy: 'user' } as const
  return (await mailedToken(db, await makeLink(db, about))) ?? ''
}

function confirm(browser: Visitor, token: string, password = second, confirmPassword = password) {
  return browser.call(confirmReset, { body: { token, password, confirmPassword } })
}

test('AP-12 SC-04 a mailed link sets a new password, and the old one is over', async () => {
  const ada = await addUser()
  await confirm(await visitor(), await linkFor(ada))
  equal(await isCurrentPassword(db, ada.id, second), true)
  equal(await isCurrentPassword(db, ada.id, ada.password), false)
})

test('every session of hers ends, and nobody is logged in by the link', async () => {
  const ada = await addUser()
  const browsers = [await logIn(ada), await logIn(ada)]
  const laptop = await visitor()
  await confirm(laptop, await linkFor(ada))
  for (const browser of [...browsers, laptop]) equal(await browser.isLoggedIn(), false)
})

test('LI-01 whoever has locked her account by wrong passwords holds up the new one in no way', async () => {
  const ada = await addUser()
  for (const number of [1, 2, 3, 4, 5]) {
    const body = { email: ada.email, password: `Wrong-Harbour-${number}` }
    await refusedWith(all.invalidCredentials, (await visitor()).call(login, { body }))
  }
  const right = { email: ada.email, password: ada.password }
  await refusedWith(all.invalidCredentials, (await visitor()).call(login, { body: right }))
  await confirm(await visitor(), await linkFor(ada))
  await (await visitor()).call(login, { body: { email: ada.email, password: second } })
})

test('a login that waits for its code ends too, so that the old password opens nothing', async () => {
  const ada = await addUser()
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: ada.password } })
  await confirm(await visitor(), await linkFor(ada))
  await refusedWith(all.loginExpired, phone.call(verifyCode, { body: { otp: '000000' } }))
})

test('her other links are void, except the one that only ends her sessions', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const about = { userId: ada.id, email: ada.email, madeBy: 'user' }
  const other = await makeLink(db, { ...about, kind: 'reset-mfa' })
  const stop = await makeLink(db, { ...about, kind: 'log-me-out' })
  await confirm(await visitor(), token)
  equal(await mailedToken(db, other), undefined)
  ok(await mailedToken(db, stop))
})

test('LI-04 a link works for thirty minutes', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  await older('one_time_links', ada.id, '29 minutes 50 seconds')
  await confirm(await visitor(), token)
  const grace = await addUser()
  const late = await linkFor(grace)
  await older('one_time_links', grace.id, '30 minutes 1 second')
  await refusedWith(all.invalidLink, confirm(await visitor(), late))
})

test('LI-04 ER-06 a link works once, and a newer one makes it void', async () => {
  const ada = await addUser()
  const first = await linkFor(ada)
  const newer = await linkFor(ada)
  const laptop = await visitor()
  await refusedWith(all.invalidLink, confirm(laptop, first))
  await confirm(laptop, newer)
  await refusedWith(all.invalidLink, confirm(laptop, newer, 'Third-Harbour-33'))
})

test('LI-04 of a hundred uses of one link at once exactly one succeeds', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const laptop = await visitor()
  await laptop.call(checkLink, { body: { token } })
  const words = Array.from({ length: 100 }, (_, number) => `Harbour-number-${number}`)
  const answers = await Promise.allSettled(words.map((word) => confirm(laptop, token, word)))
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: number }).code] : [],
  )
  ok(
    codes.every((code) => code === all.invalidLink),
    String(codes),
  )
})

test('RT-06 a mail scanner that looks at a link twenty times uses nothing up', async () => {
  const ada = await addUser({ email: 'ada@scanned.example' })
  const token = await linkFor(ada)
  const scanner = await visitor()
  for (let time = 0; time < 20; time += 1) {
    await scanner.fetch(`/reset-password/${token}`, { method: time % 2 ? 'GET' : 'HEAD' })
    const { kind, email, hasPassword } = await scanner.call(checkLink, { body: { token } })
    deepEqual([kind, email, hasPassword], ['reset-password', 'a•••@scanned.example', true])
  }
  await confirm(await visitor(), token)
})

test('ER-06 a token that nobody was sent, an altered one and one for something else are refused', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const token = await linkFor(ada)
  const about = { userId: ada.id, email: ada.email, madeBy: 'user' }
  const stop = await mailedToken(db, await makeLink(db, { ...about, kind: 'log-me-out' }))
  await refusedWith(all.invalidLink, confirm(laptop, 'x'.repeat(43)))
  await refusedWith(all.invalidLink, confirm(laptop, `${token}A`))
  await refusedWith(all.invalidLink, confirm(laptop, stop ?? ''))
  await refusedWith(common.invalidInput, confirm(laptop, ''))
})

test('after a hundred tokens that nobody was sent, an address has to wait', async () => {
  const guesser = await visitor({ ipAddress: '198.51.100.23' })
  const guesses = Array.from({ length: 110 }, (_, number) => confirm(guesser, `guess-${number}`))
  const answers = await Promise.allSettled(guesses)
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
  equal(codes.filter((code) => code === all.invalidLink).length, 100)
  equal(codes.filter((code) => code === all.tooManyRequests).length, 10)
  const refusal = await refusedWith(all.tooManyRequests, confirm(guesser, 'one-more'))
  ok((refusal.retryAfterSeconds ?? 0) > 590)
})

test('VA-01 VA-02 VA-04 VA-05 ER-06 each rule is said by its own code, every broken one at once', async () => {
  const ada = await addUser({ email: 'ada.lovelace+work@quay.example' })
  const token = await linkFor(ada)
  const laptop = await visitor()
  await refusedWith(all.tooShort, confirm(laptop, token, 'Harbour-100'))
  await refusedWith(common.invalidInput, confirm(laptop, token, `Aa1-${'x'.repeat(253)}`))
  await refusedWith(all.notStrong, confirm(laptop, token, 'harbour-wall-1'))
  await refusedWith(all.personalPassword, confirm(laptop, token, 'Ada-of-the-1st'))
  await refusedWith(all.personalPassword, confirm(laptop, token, 'The-Lovelace-1'))
  const refusal = await refusedWith(all.notStrong, confirm(laptop, token, 'my-byron-house'))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['password', 'noUppercase'],
      ['password', 'noNumber'],
      ['password', 'personalPassword'],
    ],
  )
  await confirm(laptop, token, '-Harbour-of-1843')
})

test('VA-01 256 signs with emoji are one password, in whichever form they are typed', async () => {
  const ada = await addUser()
  const long = `Ａa1-${'🦉'.repeat(252)}`
  await confirm(await visitor(), await linkFor(ada), long)
  equal(await isCurrentPassword(db, ada.id, long.normalize('NFKC')), true)
})

test('VA-03 ER-06 the present password and the four before it are refused, the one before those is not', async () => {
  const ada = await addUser({ password: word(0) })
  const laptop = await visitor()
  for (const number of [1, 2, 3, 4, 5]) await confirm(laptop, await linkFor(ada), word(number))
  const token = await linkFor(ada)
  const refusal = await refusedWith(all.recentPassword, confirm(laptop, token, word(5)))
  deepEqual(refusal.faults, [
    { code: all.recentPassword, field: 'password', rule: 'recentPassword' },
  ])
  await refusedWith(all.recentPassword, confirm(laptop, token, word(1)))
  await confirm(laptop, token, word(0))
})

test('a password that everybody tries first is refused, whatever stands around it', async () => {
  const token = await linkFor(await addUser())
  const laptop = await visitor()
  for (const word of ['P@ssw0rd-2026!', 'Welcome123456!', '１２Qwerty1234！！']) {
    await refusedWith(all.commonPassword, confirm(laptop, token, word))
  }
})

test('VA-07 a confirmation that differs is said at its field', async () => {
  const token = await linkFor(await addUser())
  const refusal = await refusedWith(
    refusals.passwordsDiffer,
    confirm(await visitor(), token, second, 'Second-Harbour-3'),
  )
  deepEqual(refusal.faults, [
    { code: all.passwordsDiffer, field: 'confirmPassword', rule: 'passwordsDiffer' },
  ])
})

test('ER-06 ST-06 who was deactivated is told so by the link, and it changes nothing', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  await setActive('users', ada.id, false)
  await refusedWith(all.userInactive, confirm(await visitor(), token))
  equal(await isCurrentPassword(db, ada.id, ada.password), true)
  deepEqual(
    (await auditOf(ada.id)).map(({ action, data }) => [action, data['reason']]),
    [['password_reset_refused', 'user inactive']],
  )
})

test('a company that was deactivated is said to be so', async () => {
  const ada = await addUser({ company: 'Laid up Ltd' })
  const token = await linkFor(ada)
  await setActive('partners', 'Laid up Ltd', false)
  await refusedWith(all.partnerInactive, confirm(await visitor(), token))
})

test('RT-05 somebody who was added without a password sets her first one by the same link', async () => {
  const mona = { email: 'mona@quay.example', firstname: 'Mona', lastname: 'Nile' }
  const id = (await add(db, { ...mona, partnerId: null, preferredLanguage: 'ar' })) ?? ''
  const token = await linkFor({ id, email: mona.email })
  const laptop = await visitor()
  const { firstname, lastname, hasPassword } = await laptop.call(checkLink, { body: { token } })
  deepEqual(
    { firstname, lastname, hasPassword },
    { firstname: 'Mona', lastname: 'Nile', hasPassword: false },
  )
  await confirm(laptop, token)
  equal(await isCurrentPassword(db, id, second), true)
})

test('the reset is in the audit log with address and request id, and holds no secret', async () => {
  const ada = await addUser()
  await logIn(ada)
  const token = await linkFor(ada)
  await confirm(await visitor({ ipAddress: '198.51.100.7' }), token)
  const [row] = await auditOf(ada.id)
  equal(row?.action, 'password_reset')
  equal(row?.ipAddress, '198.51.100.7')
  equal(row?.data['endedSessions'], 1)
  match(row?.requestId ?? '', /^.{36}$/)
  ok(!JSON.stringify(row).includes(token) && !JSON.stringify(row).includes(second))
})

test('a page of another site can use no link', async () => {
  const token = await linkFor(await addUser())
  const laptop = await visitor()
  const body = JSON.stringify({ token, password: second, confirmPassword: second })
  const answer = await laptop.fetch('/api/users/reset-password/confirm', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
  })
  equal(answer.status, 403)
})

test('whoever asks for a link: known or not, the same statements run in the same order', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  async function ask(email: string): Promise<void> {
    const humanCheck = await passHumanCheck(laptop)
    await laptop.call(requestReset, { body: { email, humanCheck } })
  }
  const known = await statementsOf(() => ask(ada.email))
  const unknown = await statementsOf(() => ask('nobody@quay.example'))
  deepEqual(unknown, known)
  ok(known.some((text) => text.includes('insert into mails')))
})
