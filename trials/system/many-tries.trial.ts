import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { db, scalars } from '#server/db.ts'
import { enterPassword, wrong } from '#test/logins.ts'
import { addUser, codeOf, refusedWith, startUserSession, visitor } from '#test/people.ts'
import { backdateCounts } from '#test/time.ts'
import { verifyCode } from '../../features/account/sign-in/contract.ts'
import { logInUser } from '../../features/account/sign-in/log-in.ts'

test('X7: a stranger’s 10,000 attempts do not block the owner’s known browser, and send at most two mails a day', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const { browserToken } = await startUserSession(ada)
  laptop.cookies.set('portico-browser', browserToken ?? '')
  let attempts = 0
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, stranger) => {
        const ipAddress = `203.0.113.${round * 8 + stranger}`
        const origin = { ipAddress, userAgent: '', requestId: '', browserToken: undefined }
        for (let count = 0; count < 50; count += 1) {
          await rejects(logInUser(db, origin, { email: ada.email, password: wrong }), Refusal)
          attempts += 1
        }
      }),
    )
    // End the lockout, but stay within the same day.
    await backdateCounts(ada.id, '30 minutes')
  }
  equal(attempts, 10_000)
  await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada))
  await enterPassword(laptop, ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  ok(await laptop.isLoggedIn())
  const mails = await scalars<string>(db)`
    select data ->> 'effect' from mails
    where to_address = ${ada.email} and kind = 'account-locked' order by id`
  deepEqual(mails, ['locked', 'restricted'])
})
