import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { withoutMarks } from '#contract/text.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { stepUpUser } from '#contract/step-up.ts'
import { db, rows, sql } from '#server/db.ts'
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
import { backdate, deleteRows } from '#test/rows.ts'
import { atCode, failCodes } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { renewCodes } from './contract.ts'
import { mailMessages } from './texts/messages.ts'

test('after a step-up a user gets ten new recovery codes, and the old ones are rejected', async () => {
  const ada = await addUser()
  const [before = ''] = await giveRecoveryCodes(ada)
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  await refusedWith(errorCodes.stepUpRequired, laptop.call(renewCodes, { body: {} }))
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const { recoveryCodes } = await laptop.call(renewCodes, { body: {} })
  equal(new Set(recoveryCodes).size, 10)
  equal((await laptop.call(getMe, {})).mfa.recoveryCodesLeft, 10)
  await refusedWith(errorCodes.wrongCode, enterRecoveryCode(ada, before))
  await enterRecoveryCode(ada, recoveryCodes[0] ?? '')
  equal((await laptop.call(getMe, {})).mfa.recoveryCodesLeft, 9)
})

test('a user can renew recovery codes three times in ten minutes; of concurrent calls only one set stays valid', async () => {
  const ada = await addUser()
  const laptops = await Promise.all(Array.from({ length: 4 }, () => logIn(ada)))
  const answers = await Promise.allSettled(
    laptops.map((laptop) => laptop.call(renewCodes, { body: {} })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 3)
  equal((await laptops[0]?.call(getMe, {}))?.mfa.recoveryCodesLeft, 10)
})

test('a user with a disabled authenticator has no proof to renew recovery codes', async () => {
  const ada = await addUser()
  await failCodes(ada, 100)
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  const { proofs } = await refusedWith(
    errorCodes.stepUpRequired,
    laptop.call(renewCodes, { body: {} }),
  )
  deepEqual(proofs, [])
})

test('new recovery codes require a login', async () => {
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(renewCodes, { body: {} }))
})

test('the audit log records a renewal, and no code is stored in plain text', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const { recoveryCodes } = await laptop.call(renewCodes, { body: {} })
  const entries = await auditOf(ada.id)
  deepEqual(
    entries.map(({ action }) => action),
    ['recovery_codes_created'],
  )
  const stored = JSON.stringify([entries, await rows(db)`select hash from recovery_codes`])
  equal(
    recoveryCodes.some((code) => stored.includes(code)),
    false,
  )
})

test('a user with three codes left gets one mail with one link in their language', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage })
    const codes = await giveRecoveryCodes(ada)
    await deleteCodesBeyond(ada, 5)
    await enterRecoveryCode(ada, (await findUnusedCode(ada, codes)) ?? '')
    await enterRecoveryCode(ada, (await findUnusedCode(ada, codes)) ?? '')
    const texts = mailMessages[preferredLanguage]
    const subject = withoutMarks(texts.subject({ brand: 'Portico' }))
    const mail = await mailbox.waitFor(ada.email, new RegExp(subject), 20_000)
    match(mail.text, /3/)
    equal(/\{\w+\}/.test(mail.text + mail.html), false)
    deepEqual(
      [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link),
      ['http://localhost:8080/main/security'],
    )
    const notices = (await mailbox.messages()).filter(
      (each) => each.to[0]?.address === ada.email && each.subject === subject,
    )
    equal(notices.length, 1)
  }
})

async function enterRecoveryCode(user: TestUser, recoveryCode: string): Promise<void> {
  await (await atCode(user)).call(verifyCode, { body: { recoveryCode } })
}

async function deleteCodesBeyond({ id }: TestUser, count: number): Promise<void> {
  const beyond = sql`in (select id from recovery_codes where user_id = ${id} order by id offset ${count})`
  await deleteRows('recovery_codes', { id: beyond })
}

/** Returns one of the codes that are still unused. */
async function findUnusedCode(
  { id }: TestUser,
  codes: readonly string[],
): Promise<string | undefined> {
  const left = await rows<{ prefix: string }>(db)`
    select prefix from recovery_codes where user_id = ${id} and used_at is null`
  return codes.find((code) => left.some(({ prefix }) => code.startsWith(prefix)))
}
