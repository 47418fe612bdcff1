// covers mail:new-sign-in
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import {
  endOthers,
  endSession,
  listLogins,
  listSessions,
  logMeOut,
  reportSession,
} from '../../features/account/sessions/contract.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import { openBrowser } from './browser.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, newUser } from './people.ts'
import { place } from './place.ts'

test('a user lists the open sessions, ends one of them and then all others', async () => {
  const user = await newUser()
  const [first, second] = [await logIn(user), await logIn(user)]
  const sessions = await user.browser.call(listSessions, {})
  equal(sessions.length, 3)
  const session = sessions.find(({ ipAddress }) => ipAddress === first.ipAddress)
  await user.browser.call(endSession, { params: { id: session?.id ?? '' }, body: {} })
  deepEqual([await isLoggedIn(first), await isLoggedIn(second)], [false, true])
  equal((await user.browser.call(endOthers, { body: {} })).ended, 1)
  deepEqual([await isLoggedIn(second), await isLoggedIn(user.browser)], [false, true])
})

test('a login from a new browser is emailed, and the link in the mail ends every session', async () => {
  const user = await newUser()
  await mails.next(user.email, /Welcome/)
  const newBrowser = await logIn(user)
  const token = tokenIn(await mails.next(user.email, /New login/), 'log-me-out')
  const browser = openBrowser(place.url)
  await browser.call(logMeOut, { body: { token } })
  deepEqual([await isLoggedIn(newBrowser), await isLoggedIn(user.browser)], [false, false])
  await expectErrorCode(errorCodes.invalidLink, browser.call(logMeOut, { body: { token } }))
})

test('a reported session ends, and the password is no longer accepted', async () => {
  const user = await newUser()
  const newBrowser = await logIn(user)
  const logins = await user.browser.call(listLogins, {})
  const reported = logins.find(({ ipAddress }) => ipAddress === newBrowser.ipAddress)
  ok(reported?.sessionId)
  await user.browser.call(reportSession, { params: { id: reported.sessionId }, body: {} })
  equal(await isLoggedIn(newBrowser), false)
  const { email, password } = user
  await expectErrorCode(
    errorCodes.invalidCredentials,
    openBrowser(place.url).call(login, { body: { email, password } }),
  )
})
