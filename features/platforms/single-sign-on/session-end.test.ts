import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, sql } from '#server/db.ts'

import {
  addAdmin,
  addUser,
  codeOf,
  logIn,
  logInAdmin,
  type TestUser,
  visitor,
  type Visitor,
  createMailedToken,
} from '#test/people.ts'
import {
  askToLogOut,
  confirmLogOut,
  authorize,
  exchange,
  receiveLogoutTokens,
  isActive,
  newPlatform,
  tokensOf,
} from '#test/platform.ts'
import { hereAndThere, newProxied } from '#test/proxied.ts'
import { now, updateRows } from '#test/rows.ts'
import { resetLinkFor } from '#test/second-factor.ts'
import { until } from '#test/until.ts'
import { purgeExpired } from '../../../app/purge.ts'
import { startWorker } from '../../../app/worker.ts'
import { changePassword, confirmPasswordReset } from '../../account/password/contract.ts'
import { changePartner } from '../../admin/companies/contract.ts'
import {
  logMeOut,
  reportSession,
  endOthers,
  endSession,
  listSessions,
} from '../../account/sessions/contract.ts'
import { login, logout, verifyCode } from '../../account/sign-in/contract.ts'
import { deactivateUser } from '../../admin/users/contract.ts'
import { endSessions } from '../../admin/users/sessions-contract.ts'
import * as twoFactor from '../../account/recovery/contract.ts'

const receivers = [await receiveLogoutTokens(), await receiveLogoutTokens()]
const [hub, board] = [
  await newPlatform({ backchannelLogoutUri: receivers[0]!.url }),
  await newPlatform({ backchannelLogoutUri: receivers[1]!.url }),
]
const proxied = await newProxied()
const admin = await logInAdmin(await addAdmin())
const second = 'Second-Harbour-2'

/** A user with a session on a laptop that has every kind of token, and another session on a phone. */
type Setup = {
  ada: TestUser
  company: string
  laptop: Visitor
  phone: Visitor
  laptopId: string
  idToken: string
}

/** Every way in which a session can end. */
const ways: Record<string, (setup: Setup) => Promise<unknown>> = {
  'the user logs out': ({ laptop }) => laptop.call(logout, {}),
  'another user logs in in the same browser': async ({ laptop }) => {
    const { email, password, secret } = await addUser()
    await laptop.call(login, { body: { email, password } })
    await laptop.call(verifyCode, { body: { otp: codeOf(secret) } })
  },
  'the user follows the mailed link to log out everywhere': async ({ ada }) =>
    (await visitor()).call(logMeOut, {
      body: { token: await createMailedToken(ada, 'log-me-out') },
    }),
  'the user ends it from the list': ({ phone, laptopId: id }) =>
    phone.call(endSession, { params: { id }, body: {} }),
  'the user ends all other sessions': ({ phone }) => phone.call(endOthers, { body: {} }),
  'the user reports the session': ({ phone, laptopId: id }) =>
    phone.call(reportSession, { params: { id }, body: {} }),
  'the user changes the password': ({ phone, ada }) =>
    phone.call(changePassword, {
      body: { oldPassword: ada.password, newPassword: second, confirmPassword: second },
    }),
  'the user resets the password with a link': async ({ ada }) => {
    const token = await createMailedToken(ada, 'reset-password')
    const body = { token, password: second, confirmPassword: second }
    await (await visitor()).call(confirmPasswordReset, { body })
  },
  'the user replaces the authenticator': async ({ phone, ada }) => {
    const { secret } = await phone.call(twoFactor.beginReset, { body: { otp: codeOf(ada.secret) } })
    await phone.call(twoFactor.confirmReset, { body: { otp: codeOf(secret) } })
  },
  'the user replaces the authenticator with a link': async ({ ada }) => {
    const [stranger, token] = [await visitor(), await resetLinkFor(ada)]
    const body = { token, otp: codeOf(ada.secret) }
    const { secret } = await stranger.call(twoFactor.beginResetByLink, { body })
    await stranger.call(twoFactor.confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  },
  'the user is deactivated': ({ ada: { id } }) =>
    admin.call(deactivateUser, { params: { id }, body: { reason: 'Left the company' } }),
  'an admin ends the sessions': ({ ada: { id } }) =>
    admin.call(endSessions, { params: { id }, body: { reason: 'A lost laptop' } }),
  'the company is deactivated': async ({ company: name }) => {
    const body = { name, active: false, subsystems: [hub.id, board.id], ipAllowRules: [] }
    const id = await findOrCreatePartner(db, name)
    await admin.call(changePartner, { params: { id }, headers: { 'if-match': '"1"' }, body })
  },
  'the user logs out at a platform': async ({ laptop, idToken }) => {
    const { page } = await askToLogOut(laptop, hub, { id_token_hint: idToken })
    equal((await confirmLogOut(laptop, page)).status, 303)
  },
  'the session is idle for too long': async ({ ada }) => {
    const sixteen = sql`now() - interval '16 minutes'`
    await updateRows('sessions', { userId: ada.id }, { lastSeenAt: sixteen, coarseSeenAt: sixteen })
    await purgeExpired()
  },
  'the session reaches its maximum age': async ({ ada }) => {
    await updateRows('sessions', { userId: ada.id }, { expiresAt: now })
    await purgeExpired()
  },
}

test('LI-03 ST-06 ST-11 in every way that a session ends, its tokens and platform access end within a second', async (context) => {
  const worker = await startWorker()
  try {
    for (const [way, end] of Object.entries(ways)) {
      const setup = await setUpCredentials(way)
      await end(setup)
      const endedAt = Date.now()
      const results = await Promise.all(
        setup.credentials.map(async ([what, isInvalid]) => [what, await isInvalid()]),
      )
      deepEqual(
        results.filter(([, isInvalid]) => !isInvalid).map(([what]) => what),
        [],
        `when ${way}, these are still valid`,
      )
      await untilNotified(setup.sids)
      const tookMs = Date.now() - endedAt
      // One second on an idle machine; the test allows more for a busy one.
      ok(tookMs < 5_000, `when ${way}, the platforms were notified after ${tookMs} ms`)
      context.diagnostic(
        `${way}: ${results.length} credentials and both platforms, in ${tookMs} ms`,
      )
    }
  } finally {
    await worker.stop()
  }
})

type Credential = [what: string, isInvalid: () => Promise<boolean>]

/** Creates a session with every kind of token and access. */
async function setUpCredentials(
  way: string,
): Promise<Setup & { credentials: Credential[]; sids: unknown[] }> {
  const company = `Company where ${way}`
  const ada = await addUser({ company })
  await grantAccess(db, ada.id, [hub.id, board.id, proxied.id])
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  const hasAccess = await hereAndThere(laptop, proxied)
  const thief = await visitor()
  const inHub = await tokensOf(laptop, hub)
  const onBoard = await tokensOf(laptop, board)
  const code = await authorize(laptop, hub)
  for (const cookie of laptop.cookies) thief.cookies.set(...cookie)
  const open = await laptop.call(listSessions, {})
  const credentials: Credential[] = [
    ['cookie', async () => !(await thief.isLoggedIn())],
    ['the provider’s cookie', () => requiresLogin(thief)],
    ['access through a proxy', async () => !(await hasAccess())],
    ['code', () => isRejected(exchange(hub, code))],
    ['claims', () => isRejected(client.fetchUserInfo(hub.config, inHub.access, ada.id))],
  ]
  for (const [platform, tokens] of [
    [hub, inHub],
    [board, onBoard],
  ] as const) {
    credentials.push(
      ['access token', async () => !(await isActive(platform, tokens.access))],
      ['refresh token at introspection', async () => !(await isActive(platform, tokens.refresh))],
      [
        'refresh token',
        () => isRejected(client.refreshTokenGrant(platform.config, tokens.refresh)),
      ],
    )
  }
  const laptopId = open.find(({ current }) => current)?.id ?? ''
  const sids = [inHub.claims['sid'], onBoard.claims['sid']]
  return { ada, company, laptop, phone, laptopId, idToken: inHub.idToken, credentials, sids }
}

async function requiresLogin(browser: Visitor): Promise<boolean> {
  const { back } = await authorize(browser, hub, { prompt: 'none' })
  return back.searchParams.get('error') === 'login_required'
}

function isRejected(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => false,
    () => true,
  )
}

async function untilNotified(sids: readonly unknown[]): Promise<void> {
  const isNotified = (index: number) =>
    receivers[index]!.notices.some((notice) => {
      const token = new URLSearchParams(notice).get('logout_token') ?? ''
      return decodeJwt(token)['sid'] === sids[index]
    })
  await until(() => isNotified(0) && isNotified(1))
}
