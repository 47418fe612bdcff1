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
import { answersCode, isLoggedIn, mails, newUser, type User } from './people.ts'
import { place } from './place.ts'
import { replaceByMailedLink } from './replacing-factors.ts'
import { approve, approver, waitingRequestAbout } from './staff.ts'
import { passWaitingTime } from './time.ts'

test('a user who lost the device asks in a login, is approved, and sets up a new factor by the mailed link', async () => {
  const user = await newUser()
  const id = await askInLogin(user)
  await mails.next(user.email, /Request to replace the second factor/)
  equal((await user.browser.call(findOwnRecovery, {})).recovery?.state, 'asked')
  equal((await approve(id)).state, 'waiting')
  await mails.next(user.email, /replacement of your second factor was approved/)
  await passWaitingTime(id)
  await replaceByMailedLink(user)
})

test('the user stops a request by the link of its mail, and then no link is mailed', async () => {
  const user = await newUser()
  const id = await askInLogin(user)
  const mail = await mails.next(user.email, /Request to replace the second factor/)
  const token = tokenIn(mail, 'stop')
  await openBrowser(place.url).call(stopRecovery, { body: { token } })
  await mails.next(user.email, /replacement of your second factor has ended/)
  const { state } = await approver.browser.call(getApproval, { params: { id } })
  equal(state, 'cancelled')
})

test('the user locks the account by the link of the mail about a request', async () => {
  const user = await newUser()
  await askInLogin(user)
  const mail = await mails.next(user.email, /Request to replace the second factor/)
  const browser = openBrowser(place.url)
  await browser.call(lockAccountByLink, { body: { token: tokenIn(mail, 'stop') } })
  equal(await isLoggedIn(user.browser), false)
  match((await mails.next(user.email, /account is locked/)).text, /lock/)
  const { email, password } = user
  await answersCode(errorCodes.userInactive, browser.call(login, { body: { email, password } }))
})

/** Returns the id of the request. */
async function askInLogin({ id, email, password }: User): Promise<string> {
  const browser = openBrowser(place.url)
  await browser.call(login, { body: { email, password } })
  const body = { phone: '+351 21 000 0000', note: 'My phone was stolen on the train.' }
  await browser.call(askForHelp, { body })
  return (await waitingRequestAbout(id)).id
}
