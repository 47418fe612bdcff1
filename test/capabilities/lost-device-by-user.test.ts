// covers approval:replace-factors, job:carry-out-approvals, mail:recovery-asked
// covers mail:recovery-approved, mail:recovery-open, mail:recovery-stopped, mail:recovery-done
// covers mail:user-locked
import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  askForHelp,
  findOwnRecovery,
  lockAccountByLink,
  stopRecovery,
} from '../../features/account/lost-device/contract.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import { getApproval } from '../../features/admin/approvals/contract.ts'
import { errorCodes } from '#contract/refusal.ts'
import { openBrowser } from './browser.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, isLoggedIn, mails, newUser, type User } from './people.ts'
import { place } from './place.ts'
import { replaceByMailedLink } from './replacing-factors.ts'
import { approve, approver, pendingRequestAbout } from './staff.ts'
import { passWaitingTime } from './time.ts'

test('3Z1: a user requests a recovery during a login, and sets up a new factor by the mailed link after approval', async () => {
  const user = await newUser()
  const id = await requestDuringLogin(user)
  await mails.next(user.email, /Request to reset two-factor/)
  equal((await user.browser.call(findOwnRecovery, {})).recovery?.state, 'asked')
  equal((await approve(id)).state, 'waiting')
  await mails.next(user.email, /reset was approved/)
  await passWaitingTime(id)
  await replaceByMailedLink(user)
})

test('the link in the mail about a request stops the request, and no further link is mailed', async () => {
  const user = await newUser()
  const id = await requestDuringLogin(user)
  const mail = await mails.next(user.email, /Request to reset two-factor/)
  const token = tokenIn(mail, 'stop')
  await openBrowser(place.url).call(stopRecovery, { body: { token } })
  await mails.next(user.email, /request to reset .* was closed/)
  const { state } = await approver.browser.call(getApproval, { params: { id } })
  equal(state, 'cancelled')
})

test('the link in the mail about a request locks the account', async () => {
  const user = await newUser()
  await requestDuringLogin(user)
  const mail = await mails.next(user.email, /Request to reset two-factor/)
  const browser = openBrowser(place.url)
  await browser.call(lockAccountByLink, { body: { token: tokenIn(mail, 'stop') } })
  equal(await isLoggedIn(user.browser), false)
  match((await mails.next(user.email, /account is locked/)).text, /lock/)
  const { email, password } = user
  await expectErrorCode(errorCodes.userInactive, browser.call(login, { body: { email, password } }))
})

/** Requests a recovery during a login; returns the id of the request. */
async function requestDuringLogin({ id, email, password }: User): Promise<string> {
  const browser = openBrowser(place.url)
  await browser.call(login, { body: { email, password } })
  const body = { phone: '+351 21 000 0000', note: 'My phone was stolen on the train.' }
  await browser.call(askForHelp, { body })
  return (await pendingRequestAbout(id)).id
}
