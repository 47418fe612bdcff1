import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import { auditOf } from '#test/audit.ts'
import {
  addPlatform,
  addUser,
  codeOf,
  createMailedToken,
  inviteUser,
  passHumanCheck,
  refusedWith,
  visitor,
  type Visitor,
} from '#test/people.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import {
  acceptOtherInvitations,
  closeInvitation,
  listOpenInvitations,
} from '#domain/invitations/invitation.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { db, scalars, transaction } from '#server/db.ts'
import { untilLocked } from '#test/locks.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/contract.ts'
import { signUp } from './contract.ts'

const password = 'Quiet-Harbour-1'

type Invitation = { token: string; email: string }

async function send(browser: Visitor, invitation: Invitation, other: object = {}) {
  const humanCheck = await passHumanCheck(browser)
  const body = {
    ...invitation,
    password,
    confirmPassword: password,
    humanCheck,
    acceptTerms: true as const,
    ...other,
  }
  return browser.call(signUp, { body })
}

test('P18: a user invited twice by one company gets the platforms of both invitations, but none of another company', async () => {
  for (const id of ['first', 'second', 'third']) await addPlatform({ id })
  const email = 'invited.twice@quay.example'
  const grace = await inviteUser({ email, platforms: ['first'] })
  const other = await inviteUser({ email, platforms: ['first', 'second'] })
  await inviteUser({ email, platforms: ['third'], company: 'Foreign Ltd' })
  const browser = await visitor()
  await send(browser, grace)
  const { id = '' } = (await findUserByEmail(db, email)) ?? {}
  const platforms = await scalars(db)`
    select subsystem_id from subsystem_accounts where user_id = ${id} order by 1`
  deepEqual(platforms, ['first', 'second'])
  await refusedWith(
    errorCodes.invalidLink,
    browser.call(checkLink, { body: { token: other.token } }),
  )
})

test('a sign-up waits without a deadlock while another invitation of the user is revoked', async () => {
  const email = 'revoked.twice@quay.example'
  const company = 'Waiting Ltd'
  for (const platforms of [[], []]) await inviteUser({ email, company, platforms })
  const partnerId = await findOrCreatePartner(db, company)
  const [used, other] = await listOpenInvitations(db, partnerId, email)
  ok(used && other)
  let attempts = 0
  let accepting: Promise<unknown> | undefined
  await transaction(db, async (tx) => {
    await voidLinksOf(tx, other.id)
    accepting = transaction(db, (signUpTx) => {
      attempts += 1
      return acceptOtherInvitations(signUpTx, used)
    })
    await untilLocked(1)
    equal(await closeInvitation(tx, other.id, 'revoked'), true)
  })
  deepEqual([await accepting, attempts], [[], 1])
})

test('AP-04 AP-11 SC-02 an invitation, a password and a first code create an account that is logged in', async () => {
  const grace = await inviteUser()
  const laptop = await visitor()
  deepEqual(await send(laptop, grace), { next: 'configure-mfa' })
  const { secret, otpauthUrl, qrCode } = await laptop.call(beginTwoFactor, { body: {} })
  ok(otpauthUrl.includes(secret) && otpauthUrl.startsWith('otpauth://totp/'))
  ok(qrCode.startsWith('data:image/svg+xml;base64,'))
  const done = await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  equal(done.user.email, grace.email)
  equal(done.recoveryCodes.length, 10)
  equal(await laptop.isLoggedIn(), true)
})

test('the account gets the company and the name of the invitation, and the audit log records no password', async () => {
  const grace = await inviteUser({ company: 'Nile Ltd', firstname: 'Mona' })
  await send(await visitor(), grace)
  const user = await findUserByEmail(db, grace.email)
  equal(user?.firstname, 'Mona')
  const [row] = await auditOf(user?.id ?? '')
  equal(row?.action, 'signed_up')
  equal(JSON.stringify(row).includes(password), false)
})

test("M4: VA-14 the account gets the browser’s time zone and the page's language, or else UTC and the invitation’s language", async () => {
  for (const [details, timezone, preferredLanguage] of [
    [{ timezone: 'Africa/Cairo', preferredLanguage: 'fr' }, 'Africa/Cairo', 'fr'],
    [{ timezone: 'Mars/Olympus' }, 'UTC', 'en'],
    [{}, 'UTC', 'en'],
  ] as const) {
    const grace = await inviteUser()
    await send(await visitor(), grace, details)
    const user = await findUserByEmail(db, grace.email)
    deepEqual([user?.timezone, user?.preferredLanguage], [timezone, preferredLanguage])
  }
})

test('LI-04 an invitation works for seven days', async () => {
  const early = await inviteUser()
  await backdate('one_time_links', { email: early.email }, '6 days 23 hours')
  await send(await visitor(), early)
  const late = await inviteUser()
  await backdate('one_time_links', { email: late.email }, '7 days 1 second')
  await refusedWith(errorCodes.invalidLink, send(await visitor(), late))
})

test('3W11: LI-04 ER-08 an invitation works once, and its error says that it was used, unlike that of an expired one', async () => {
  const grace = await inviteUser()
  await send(await visitor(), grace)
  await refusedWith(errorCodes.invalidLink, send(await visitor(), grace))
  const late = await inviteUser()
  await backdate('one_time_links', { email: late.email }, '7 days 1 second')
  const rules = [grace, late].map(async ({ token }) => {
    const error: unknown = await (
      await visitor()
    )
      .call(checkLink, { body: { token } })
      .catch((thrown: unknown) => thrown)
    return error instanceof Refusal && error.faults[0]?.rule
  })
  deepEqual(await Promise.all(rules), ['used', undefined])
})

test('ER-08 an unknown token, an altered token and an empty token are rejected', async () => {
  const grace = await inviteUser()
  const laptop = await visitor()
  await refusedWith(errorCodes.invalidLink, send(laptop, { ...grace, token: 'x'.repeat(43) }))
  await refusedWith(errorCodes.invalidLink, send(laptop, { ...grace, token: `${grace.token}A` }))
  await refusedWith(commonErrors.invalidInput, send(laptop, { ...grace, token: '' }))
})

test('LI-04 exactly one of twenty concurrent uses of one invitation creates the account, and the others are refused', async () => {
  const grace = await inviteUser()
  const browsers = await Promise.all(Array.from({ length: 20 }, () => visitor()))
  const answers = await Promise.allSettled(browsers.map((browser) => send(browser, grace)))
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: number }).code] : [],
  )
  ok(
    codes.every((code) => code === errorCodes.invalidLink || code === errorCodes.unableToProcess),
    String(codes),
  )
})

test('ER-08 an email address with an account gets the generic error, and the link is not used up', async () => {
  const ada = await addUser()
  const invitation = await inviteUser({ email: ada.email })
  const laptop = await visitor()
  await refusedWith(errorCodes.unableToProcess, send(laptop, invitation))
  await laptop.call(checkLink, { body: { token: invitation.token } })
})

test('ER-08 all violated password rules are reported together, each by its own code', async () => {
  const grace = await inviteUser({ firstname: 'Grace', lastname: 'Hopper' })
  const laptop = await visitor()
  const refusedPassword = (code: number, wrong: string) =>
    refusedWith(code, send(laptop, grace, { password: wrong, confirmPassword: wrong }))
  await refusedPassword(errorCodes.tooShort, 'Harbour-100')
  await refusedPassword(errorCodes.notStrong, 'harbour-wall-1')
  await refusedPassword(errorCodes.startsWithSpecial, '-Harbour-10000')
  await refusedPassword(errorCodes.personalPassword, 'Grace-of-the-1st')
  await refusedPassword(errorCodes.commonPassword, 'Welcome-2026!!')
  // S10: the company's name also counts as common.
  await refusedPassword(errorCodes.commonPassword, 'Harbour-2026!Ab')
  const refusal = await refusedPassword(errorCodes.notStrong, '-hopper-house')
  deepEqual(
    refusal.faults.map((fault) => fault.rule),
    ['noUppercase', 'noNumber', 'startsWithSpecial', 'personalPassword'],
  )
})

test('VA-07 VA-11 a different confirmation and terms that were not accepted are each reported at their field', async () => {
  const grace = await inviteUser()
  const laptop = await visitor()
  const refusal = await refusedWith(
    errorCodes.passwordsDiffer,
    send(laptop, grace, { confirmPassword: 'Quiet-Harbour-2' }),
  )
  equal(refusal.faults[0]?.field, 'confirmPassword')
  const terms = await refusedWith(
    commonErrors.invalidInput,
    send(laptop, grace, { acceptTerms: false }),
  )
  equal(terms.faults[0]?.field, 'acceptTerms')
})

test('VA-13 the server verifies the human check, accepts it only from the same visitor, and only once', async () => {
  const grace = await inviteUser()
  const laptop = await visitor()
  const humanCheck = await passHumanCheck(laptop)
  await refusedWith(
    errorCodes.humanCheckFailed,
    send(laptop, grace, { humanCheck: 'bm90aGluZw==' }),
  )
  await refusedWith(errorCodes.humanCheckFailed, send(await visitor(), grace, { humanCheck }))
  await send(laptop, grace, { humanCheck })
  const other = await inviteUser()
  await refusedWith(errorCodes.humanCheckFailed, send(laptop, other, { humanCheck }))
})

test('an email address other than the invited one is rejected at its field', async () => {
  const grace = await inviteUser()
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    send(await visitor(), { ...grace, email: 'eve@quay.example' }),
  )
  equal(refusal.faults[0]?.field, 'email')
})

test('a newer invitation of another user does not void a link; deactivating the company does', async () => {
  const grace = await inviteUser({ company: 'Shut Ltd' })
  await inviteUser({ company: 'Shut Ltd' })
  await updateRows('partners', { name: 'Shut Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, send(await visitor(), grace))
  await updateRows('partners', { name: 'Shut Ltd' }, { active: true })
  await send(await visitor(), grace)
})

test('RT-10 checking a link does not use it up and reveals only a masked address', async () => {
  const grace = await inviteUser({ email: 'margaret@quay.example', firstname: 'Margaret' })
  const laptop = await visitor()
  for (let time = 0; time < 20; time += 1) {
    const link = await laptop.call(checkLink, { body: { token: grace.token } })
    deepEqual(
      [link.kind, link.email, link.firstname],
      ['invitation', 'm•••@quay.example', 'Margaret'],
    )
  }
  await send(laptop, grace)
  await refusedWith(
    errorCodes.invalidLink,
    laptop.call(checkLink, { body: { token: grace.token } }),
  )
})

test("A3: the link of an invitation contains the user's first name, the company and its platforms; other links do not", async () => {
  for (const [id, name] of [
    ['alpha', 'Ledger'],
    ['beta', 'Archive'],
    ['gone', 'Closed'],
  ] as const) {
    await addPlatform({ id, name })
  }
  await updateRows('subsystems', { id: 'gone' }, { active: false })
  const platforms = ['alpha', 'beta', 'gone']
  const lucia = await inviteUser({ company: 'Quay & Co', firstname: 'Lucía', platforms })
  const browser = await visitor()
  const { firstname, company, platforms: platformNames } = await check(browser, lucia.token)
  deepEqual(
    { firstname, company, platformNames },
    {
      firstname: 'Lucía',
      company: 'Quay & Co',
      platformNames: ['Archive', 'Ledger'],
    },
  )
  await updateRows('partners', { name: 'Quay & Co' }, { subsystems: '{alpha}' })
  deepEqual((await check(browser, lucia.token)).platforms, ['Ledger'])

  const ada = await addUser({ platforms: ['alpha'] })
  for (const kind of ['reset-password', 'reset-mfa', 'log-me-out'] as const) {
    const link = await check(browser, await createMailedToken(ada, kind))
    deepEqual([link.kind, link.company, link.platforms], [kind, undefined, undefined])
  }
})

function check(browser: Visitor, token: string) {
  return browser.call(checkLink, { body: { token } })
}
