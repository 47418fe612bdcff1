import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { fill, locales } from '#contract/locale.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  type TestUser,
  visitor,
} from '#test/people.ts'
import { atCode, failCodes } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { renewCodes } from './contract.ts'
import { mailMessages } from './messages.ts'

test('a one-time password gives ten new recovery codes, and the old ones stop working', async () => {
  const ada = await addUser()
  const [before = ''] = await giveRecoveryCodes(ada)
  const laptop = await logIn(ada)
  const { recoveryCodes } = await laptop.call(renewCodes, { body: { otp: codeOf(ada.secret) } })
  equal(new Set(recoveryCodes).size, 10)
  equal((await laptop.call(getMe, {})).mfa.recoveryCodesLeft, 10)
  await refusedWith(errorCodes.wrongCode, enterRecoveryCode(ada, before))
  await enterRecoveryCode(ada, recoveryCodes[0] ?? '')
  equal((await laptop.call(getMe, {})).mfa.recoveryCodesLeft, 9)
})

test('ER-10 a wrong code and a code that was used already give none', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.wrongCode, laptop.call(renewCodes, { body: { otp: '000000' } }))
  const body = { otp: codeOf(ada.secret) }
  await laptop.call(renewCodes, { body })
  const refusal = await refusedWith(errorCodes.wrongCode, laptop.call(renewCodes, { body }))
  deepEqual(refusal.faults, [{ code: errorCodes.wrongCode, field: 'otp' }])
})

test('of twenty parallel calls with the same code exactly one gets codes', async () => {
  const ada = await addUser()
  const laptops = await Promise.all(Array.from({ length: 20 }, () => logIn(ada)))
  const body = { otp: codeOf(ada.secret) }
  const answers = await Promise.allSettled(
    laptops.map((laptop) => laptop.call(renewCodes, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
})

test('a disabled authenticator gives none', async () => {
  const ada = await addUser()
  await failCodes(ada, 100)
  const laptop = await logIn(ada)
  const body = { otp: codeOf(ada.secret) }
  await refusedWith(errorCodes.wrongCode, laptop.call(renewCodes, { body }))
})

test('new recovery codes require a login', async () => {
  const body = { otp: '000000' }
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(renewCodes, { body }))
})

test('the audit log records new codes and failures, and no code is stored in plain text', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.wrongCode, laptop.call(renewCodes, { body: { otp: '000000' } }))
  const { recoveryCodes } = await laptop.call(renewCodes, { body: { otp: codeOf(ada.secret) } })
  const found = await auditOf(ada.id)
  deepEqual(
    found.map(({ action }) => action),
    ['recovery_codes_refused', 'recovery_codes_created'],
  )
  const stored = JSON.stringify([found, await rows(db)`select hash from recovery_codes`])
  equal(
    recoveryCodes.some((code) => stored.includes(code)),
    false,
  )
})

test('with three codes left or fewer the user gets a mail, in their language, with one link', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage })
    const codes = await giveRecoveryCodes(ada)
    await leave(ada, 5)
    await enterRecoveryCode(ada, (await leftOf(ada, codes)) ?? '')
    await enterRecoveryCode(ada, (await leftOf(ada, codes)) ?? '')
    const texts = mailMessages[preferredLanguage]
    const subject = fill(texts.subject, { brand: 'Portico' })
    const mail = await mailbox.waitFor(ada.email, new RegExp(subject), 20_000)
    match(mail.text, /3/)
    equal(/\{\w+\}/.test(mail.text + mail.html), false)
    deepEqual(
      [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link),
      ['http://localhost:8080/main/security'],
    )
    const told = (await mailbox.messages()).filter(
      (each) => each.to[0]?.address === ada.email && each.subject === subject,
    )
    equal(told.length, 1)
  }
})

async function enterRecoveryCode(user: TestUser, recoveryCode: string): Promise<void> {
  await (await atCode(user)).call(verifyCode, { body: { recoveryCode } })
}

async function leave({ id }: TestUser, count: number): Promise<void> {
  await db.query(
    `delete from recovery_codes where id in
       (select id from recovery_codes where user_id = $1 order by id offset $2)`,
    [id, count],
  )
}

/** One of the unused codes. */
async function leftOf({ id }: TestUser, codes: readonly string[]): Promise<string | undefined> {
  const left = await rows<{ prefix: string }>(db)`
    select prefix from recovery_codes where user_id = ${id} and used_at is null`
  return codes.find((code) => left.some(({ prefix }) => code.startsWith(prefix)))
}
