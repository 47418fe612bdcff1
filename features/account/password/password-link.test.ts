import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { affects, db } from '#server/db.ts'
import { addUser, passHumanCheck, refusedWith, visitor } from '#test/people.ts'
import { confirm, linkFor, second } from '#test/password-links.ts'
import { backdate } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { until } from '#test/until.ts'
import { requestReset } from './contract.ts'

test('LI-04 a link works for thirty minutes', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  await backdate('one_time_links', { userId: ada.id }, '29 minutes')
  await confirm(await visitor(), token)
  const grace = await addUser()
  const late = await linkFor(grace)
  await backdate('one_time_links', { userId: grace.id }, '30 minutes 1 second')
  await refusedWith(errorCodes.invalidLink, confirm(await visitor(), late))
})

test('LI-04 ER-06 a link works once, and a newer one voids it', async () => {
  const ada = await addUser()
  const first = await linkFor(ada)
  const newer = await linkFor(ada)
  const laptop = await visitor()
  await refusedWith(errorCodes.invalidLink, confirm(laptop, first))
  await confirm(laptop, newer)
  await refusedWith(errorCodes.invalidLink, confirm(laptop, newer, 'Third-Harbour-33'))
})

test('LI-04 exactly one of a hundred concurrent uses of one link succeeds', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const laptop = await visitor()
  await laptop.call(checkLink, { body: { token } })
  const passwords = Array.from({ length: 100 }, (_, number) => `Harbour-number-${number}`)
  const answers = await Promise.allSettled(
    passwords.map((password) => confirm(laptop, token, password)),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: number }).code] : [],
  )
  const { invalidLink, tooManyRequests } = errorCodes
  ok(
    codes.every((code) => [invalidLink, tooManyRequests].includes(code as typeof invalidLink)),
    String(codes),
  )
})

test('RT-06 a mail scanner that opens a link twenty times does not use it up', async () => {
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

test('ER-06 an unknown token, an altered token and a token of another kind are rejected', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const token = await linkFor(ada)
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const stop = await mailedToken(db, await createLink(db, { ...about, kind: 'log-me-out' }))
  await refusedWith(errorCodes.invalidLink, confirm(laptop, 'x'.repeat(43)))
  await refusedWith(errorCodes.invalidLink, confirm(laptop, `${token}A`))
  await refusedWith(errorCodes.invalidLink, confirm(laptop, stop ?? ''))
  await refusedWith(commonErrors.invalidInput, confirm(laptop, ''))
})

test('an IP address is rate-limited after a hundred unknown tokens', async () => {
  const guesser = await visitor({ ipAddress: '198.51.100.23' })
  const guesses = Array.from({ length: 110 }, (_, number) => confirm(guesser, `guess-${number}`))
  const answers = await Promise.allSettled(guesses)
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
  equal(codes.filter((code) => code === errorCodes.invalidLink).length, 100)
  equal(codes.filter((code) => code === errorCodes.tooManyRequests).length, 10)
  const refusal = await refusedWith(errorCodes.tooManyRequests, confirm(guesser, 'one-more'))
  ok((refusal.retryAfterSeconds ?? 0) > 590)
})

test('a cross-site request cannot use a link', async () => {
  const token = await linkFor(await addUser())
  const laptop = await visitor()
  const body = JSON.stringify({ token, password: second, confirmPassword: second })
  const answer = await laptop.fetch('/api/users/reset-password/confirm', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
  })
  equal(answer.status, 403)
  // The audit row is written after the response; wait for it, so that it does not appear in another test.
  await until(() => affects(db)`select from audit_log where action = 'access_refused'`)
})

test('a request for a link runs the same statements in the same order whether or not the address has an account', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  async function ask(email: string): Promise<void> {
    const humanCheck = await passHumanCheck(laptop)
    await laptop.call(requestReset, { body: { email, humanCheck } })
  }
  const statements = await statementsOf(() => ask(ada.email))
  const unknown = await statementsOf(() => ask('nobody@quay.example'))
  deepEqual(unknown, statements)
  ok(statements.some((text) => /^\s*insert into (mails)/.test(text)))
})

test('X2: one link is accepted at most twenty times in ten minutes, also if each attempt fails', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const use = async () => confirm(await visitor(), token, 'P@ssw0rd-2026!')
  for (let count = 0; count < 20; count += 1) await refusedWith(errorCodes.commonPassword, use())
  await refusedWith(errorCodes.tooManyRequests, use())
})
