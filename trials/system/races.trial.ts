import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { Refusal } from '#contract/refusal.ts'
import { mailedToken, createLink } from '#domain/sign-in/link.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { db, transaction } from '#server/db.ts'
import { withLimits } from '#test/limits.ts'
import { addUser, codeOf, inviteUser, passHumanCheck, type Visitor } from '#test/people.ts'
import { startServer } from '#test/servers.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { confirmPasswordReset } from '../../features/account/password/contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'

const raisedLimits = withLimits({ every: 100_000 })
const [one, other] = await Promise.all([startServer(raisedLimits), startServer(raisedLimits)])
const hundred = Array.from({ length: 100 }, (_, number) => number)

/** Returns a browser; browsers use the two servers in turn. */
function visitorAt(number: number): Call {
  return (number % 2 ? one : other).visitor(
    `10.0.${Math.floor(number / 200)}.${(number % 200) + 1}`,
  )
}

/** Returns how many of the hundred calls succeeded. Asserts that all others were refused, none with a server error. */
async function countOf(answers: Promise<unknown>[]): Promise<number> {
  const settled = await Promise.allSettled(answers)
  for (const answer of settled) {
    if (answer.status === 'fulfilled') continue
    ok(answer.reason instanceof Refusal && answer.reason.code < 500_000, String(answer.reason))
  }
  return settled.filter((answer) => answer.status === 'fulfilled').length
}

test('LI-04 LI-05 of a hundred concurrent uses of a reset link at two servers, exactly one succeeds', async () => {
  const ada = await addUser()
  const about = {
    kind: 'reset-password',
    email: ada.email,
    userId: ada.id,
    createdBy: 'test',
  } as const
  const token = (await mailedToken(db, await createLink(db, about))) ?? ''
  const answers = hundred.map((number) => {
    const password = `Fresh-Lagoon-${number + 100}`
    const body = { token, password, confirmPassword: password }
    return visitorAt(number)(confirmPasswordReset, { body })
  })
  equal(await countOf(answers), 1)
})

test('LI-04 LI-05 of a hundred concurrent uses of an invitation at two servers, exactly one creates an account', async () => {
  const invited = await inviteUser()
  const password = 'Quiet-Lagoon-1'
  const visitors = hundred.map(visitorAt)
  const checks = await Promise.all(visitors.map((call) => passHumanCheck({ call } as Visitor)))
  const answers = visitors.map((call, number) => {
    const humanCheck = checks[number] ?? ''
    const rest = { password, confirmPassword: password, humanCheck, acceptTerms: true as const }
    return call(signUp, { body: { ...invited, ...rest } })
  })
  equal(await countOf(answers), 1)
})

test('LI-05 of a hundred concurrent uses of a recovery code at two servers, exactly one logs in', async () => {
  const ada = await addUser()
  const codes = await createRecoveryCodes()
  await transaction(db, (tx) => setRecoveryCodes(tx, ada.id, codes))
  const recoveryCode = codes[0]?.code ?? ''
  const visitors = await atCode(ada)
  equal(await countOf(visitors.map((call) => call(verifyCode, { body: { recoveryCode } }))), 1)
})

test('LI-05 VA-10 of a hundred concurrent uses of a one-time code at two servers, exactly one logs in', async () => {
  const ada = await addUser()
  const visitors = await atCode(ada)
  const otp = codeOf(ada.secret)
  equal(await countOf(visitors.map((call) => call(verifyCode, { body: { otp } }))), 1)
})

/** Returns a hundred browsers that have entered the user's password and not yet the code. */
async function atCode({ email, password }: { email: string; password: string }): Promise<Call[]> {
  const visitors = hundred.map(visitorAt)
  await Promise.all(visitors.map((call) => call(login, { body: { email, password } })))
  return visitors
}
