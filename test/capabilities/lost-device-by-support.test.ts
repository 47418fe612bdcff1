// covers approval:replace-factors, job:carry-out-approvals
import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { beginRecovery, confirmRecovery } from '../../features/account/recovery/contract.ts'
import { recoverAccount, resetTwoFactor } from '../../features/admin/users/contract.ts'
import { findUserRecovery } from '../../features/admin/users/recovery-contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { tokenIn } from './mails.ts'
import { mails, newUser } from './people.ts'
import { place } from './place.ts'
import { expectNewFactor, replaceByMailedLink } from './replacing-factors.ts'
import { admin, approve, requestOf } from './staff.ts'
import { passWaitingTime } from './time.ts'

const reason = { reason: 'Lost the phone; called back on the office number' }

test('3Z1: support requests a recovery for a user, a second admin approves, and the mailed link sets up a new factor', async () => {
  const user = await newUser()
  const params = { id: user.id }
  const { approval } = await requestOf(admin.browser.call(resetTwoFactor, { params, body: reason }))
  await mails.next(user.email, /Request to reset two-factor/)
  equal((await admin.browser.call(findUserRecovery, { params })).recovery?.askedBy, 'support')
  await approve(approval.id)
  await mails.next(user.email, /reset was approved/)
  await passWaitingTime(approval.id)
  await replaceByMailedLink(user)
})

test('a user without password and device sets up both with the mailed link and the code that support reads out', async () => {
  const user = await newUser()
  const { approval, supportCode = '' } = await requestOf(
    admin.browser.call(recoverAccount, { params: { id: user.id }, body: reason }),
  )
  match(supportCode, /^\d{6}$/)
  await approve(approval.id)
  await passWaitingTime(approval.id)
  const token = tokenIn(await mails.next(user.email, /Set up a new second factor/), 'recover')
  const phone = openBrowser(place.url)
  const password = 'Tall-Compass-42'
  const { secret } = await phone.call(beginRecovery, {
    body: { token, supportCode, password, confirmPassword: password },
  })
  await phone.call(confirmRecovery, { body: { token, password, otp: codeOf(secret) } })
  await expectNewFactor(user, { secret, password })
})
