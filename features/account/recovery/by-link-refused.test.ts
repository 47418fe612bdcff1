import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { addUser, codeOf, refusedWith, visitor } from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { atCode, forgetLastCode, resetLinkFor } from '#test/second-factor.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { beginResetByLink, confirmResetByLink } from './contract.ts'

const firstCodes = ['000001', '000002', '000003', '000004', '000005']

test('ER-07 LI-04 an unknown link, a link older than half an hour and a used link are rejected', async () => {
  const ada = await addUser()
  const phone = await visitor({ ipAddress: '198.51.100.4' })
  const begin = (token: string) =>
    phone.call(beginResetByLink, { body: { token, otp: codeOf(ada.secret) } })
  await refusedWith(errorCodes.invalidLink, begin('made-up'))
  await refusedWith(
    errorCodes.invalidLink,
    phone.call(confirmResetByLink, { body: { token: 'made-up', otp: '000000' } }),
  )
  const old = await resetLinkFor(ada)
  await backdate('one_time_links', { email: ada.email }, '31 minutes')
  await refusedWith(errorCodes.invalidLink, begin(old))

  const token = await resetLinkFor(ada)
  const { secret } = await begin(token)
  const body = { token, otp: codeOf(secret) }
  await phone.call(confirmResetByLink, { body })
  await refusedWith(errorCodes.invalidLink, phone.call(confirmResetByLink, { body }))
  await refusedWith(errorCodes.invalidLink, phone.call(checkLink, { body: { token } }))
})

test('RT-08 a link of another kind cannot reset the authenticator, and checking a link does not use it up', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada)
  const scanner = await visitor({ ipAddress: '198.51.100.5' })
  for (let count = 0; count < 20; count += 1) await scanner.call(checkLink, { body: { token } })
  const { kind, email } = await scanner.call(checkLink, { body: { token } })
  equal(kind, 'reset-mfa')
  equal(email.includes(ada.email), false)
  await scanner.call(beginResetByLink, { body: { token, otp: codeOf(ada.secret) } })

  await updateRows('one_time_links', { userId: ada.id }, { kind: 'log-me-out' })
  await refusedWith(
    errorCodes.invalidLink,
    scanner.call(confirmResetByLink, { body: { token, otp: '000000' } }),
  )
})

test('a link is invalid after five attempts, even with twenty concurrent attempts', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada)
  const strangers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => visitor({ ipAddress: `198.51.101.${number}` })),
  )
  const answers = await Promise.allSettled(
    strangers.map((stranger, number) =>
      stranger.call(beginResetByLink, { body: { token, otp: String(100_000 + number) } }),
    ),
  )
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code: number }).code : 0,
  )
  equal(codes.filter((code) => code === errorCodes.wrongCode).length, 5)
  equal(codes.filter((code) => code === errorCodes.invalidLink).length, 15)
})

test('the second step requires the same link as the first step, and a key that the first step created', async () => {
  const ada = await addUser()
  const phone = await visitor()
  const token = await resetLinkFor(ada)
  const early = { token, otp: '000000' }
  await refusedWith(errorCodes.loginExpired, phone.call(confirmResetByLink, { body: early }))

  const otp = codeOf(ada.secret)
  const { secret } = await phone.call(beginResetByLink, { body: { token, otp } })
  const other = await resetLinkFor(ada)
  const body = { token: other, otp: codeOf(secret) }
  await refusedWith(errorCodes.loginExpired, phone.call(confirmResetByLink, { body }))
})

test('ER-10 a wrong first code is rejected; after five of them the reset must start again', async () => {
  const ada = await addUser()
  const phone = await visitor()
  const token = await resetLinkFor(ada)
  const begin = { token, otp: codeOf(ada.secret) }
  const { secret } = await phone.call(beginResetByLink, { body: begin })
  for (const otp of firstCodes) {
    await refusedWith(
      errorCodes.wrongCode,
      phone.call(confirmResetByLink, { body: { token, otp } }),
    )
  }
  const right = { token, otp: codeOf(secret) }
  await refusedWith(errorCodes.loginExpired, phone.call(confirmResetByLink, { body: right }))
})

test('exactly one of a hundred concurrent second steps with one link logs in', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada)
  const otp = codeOf(ada.secret)
  const { secret } = await (await visitor()).call(beginResetByLink, { body: { token, otp } })
  const body = { token, otp: codeOf(secret) }
  const phones = await Promise.all(Array.from({ length: 100 }, () => visitor()))
  const answers = await Promise.allSettled(
    phones.map((phone) => phone.call(confirmResetByLink, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  equal((await Promise.all(phones.map((phone) => phone.isLoggedIn()))).filter(Boolean).length, 1)
})

test('ER-07 a deactivated user gets userInactive at both steps, a user of a deactivated company partnerInactive', async () => {
  const ada = await addUser({ company: 'Moored Ltd' })
  const phone = await visitor()
  const token = await resetLinkFor(ada)
  const begin = () => phone.call(beginResetByLink, { body: { token, otp: codeOf(ada.secret) } })
  const finish = () => phone.call(confirmResetByLink, { body: { token, otp: '000000' } })
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, begin())
  await refusedWith(errorCodes.userInactive, finish())
  await updateRows('users', { id: ada.id }, { active: true })
  await updateRows('partners', { name: 'Moored Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, begin())
  await refusedWith(errorCodes.partnerInactive, finish())
})

test('LI-01 a failed first step counts against the IP address like a failed login', async () => {
  const stranger = await visitor({ ipAddress: '198.51.100.9' })
  for (let count = 0; count < 10; count += 1) {
    const token = await resetLinkFor(await addUser())
    const body = { token, otp: '000000' }
    await refusedWith(errorCodes.wrongCode, stranger.call(beginResetByLink, { body }))
  }
  const ada = await addUser()
  const body = { token: await resetLinkFor(ada), otp: codeOf(ada.secret) }
  const refusal = await refusedWith(
    errorCodes.addressBlocked,
    stranger.call(beginResetByLink, { body }),
  )
  ok((refusal.retryAfterSeconds ?? 0) > 0)
})

test('LI-01 after five failures at an account the first step fails in unknown browsers, but not in the user’s own', async () => {
  const ada = await addUser()
  const own = await atCode(ada)
  await own.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  await forgetLastCode(ada)
  for (const [number, otp] of firstCodes.entries()) {
    const stranger = await visitor({ ipAddress: `198.51.102.${number}` })
    const body = { token: await resetLinkFor(ada), otp }
    await refusedWith(errorCodes.wrongCode, stranger.call(beginResetByLink, { body }))
  }
  const token = await resetLinkFor(ada)
  const body = { token, otp: codeOf(ada.secret) }
  const stranger = await visitor({ ipAddress: '198.51.102.99' })
  await refusedWith(errorCodes.wrongCode, stranger.call(beginResetByLink, { body }))
  await own.call(beginResetByLink, { body })
})
