import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe, stepUp } from '#contract/admin.ts'
import type { Call } from '#contract/call.ts'
import { beginAdminStepUp } from '#contract/step-up.ts'
import { consumeLink, createLink, mailedToken } from '#domain/sign-in/link.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { config } from '#server/config.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { giveAdminPasskey } from '#test/passkeys.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  createMailedToken,
  giveRecoveryCodes,
  startSessionOfAdmin,
  type AdminOptions,
} from '#test/people.ts'
import { backdate } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '#test/software-authenticator.ts'
import {
  answerOf,
  factorsOf,
  firstCodeOf,
  forgetCodes,
  notCalled,
  passkeyIdOf,
  spoil,
  stranger,
  tried,
  unusable,
  type Holds,
  type Spoilt,
  type Victim,
} from '#test/thieves.ts'
import {
  disablePasskey,
  disableTwoFactor,
  resetPassword,
  resetTwoFactor,
} from '../../features/admin/users/contract.ts'
import { passkeyCalls } from '../../features/account/passkeys/contract.ts'
import { confirmPasswordReset } from '../../features/account/password/contract.ts'
import { adminLogin, verifyAdminCode } from '../../features/account/sign-in/admin-contract.ts'
import * as signIn from '../../features/account/sign-in/admin-passkey-contract.ts'
import { checkSetUpLink, setUpAdmin } from '../../features/account/sign-up/contract.ts'
import { setUpCalls } from '../../features/account/two-factor/contract.ts'
import * as account from '../../features/account/admin-account/contract.ts'

const server = await startServer({ SERVE: 'users,admin' })
const withoutPasskeys = await startServer({ SERVE: 'users,admin', ADMIN_PASSKEYS: 'off' })

const passkeys = passkeyCalls.admin
const { app, passkey } = setUpCalls.admin
const mallory = await addAdmin()
const foreign = await giveAdminPasskey(mallory)
/** The user whose factors an admin can reset. */
const ada = await addUser()
const none = { body: {} }
const [origin = ''] = config.passkeys.admins.origins
const another = 'Third-Lighthouse-3'
const newPassword = { password: another, confirmPassword: another }

/** An admin whose set-up link has been used. */
type Owner = Victim & { recoveryCode: string; usedLink: string }

type Thief = {
  victim: Owner
  password: string
  /**
   * The secret of the authenticator that generates the thief's codes: the victim's in the check of the owner, otherwise
   * the thief's own.
   */
  secret: string
  /** The thief's own passkey, and a copy of the victim's if `isCopied`. */
  passkeys: readonly SoftwareAuthenticator[]
  link: string
  /** Opens a browser of the thief, with the stolen session if there is one. */
  browser: () => Promise<Call>
}

function thiefOf(victim: Owner, holds: Holds, { isOff, isCopied }: Spoilt = {}): Thief {
  const at = isOff ? withoutPasskeys : server
  return {
    victim,
    password: holds.password ? victim.password : 'Wrong-Lighthouse-1',
    secret: mallory.secret,
    passkeys: isCopied ? [foreign, victim.passkey] : [foreign],
    link: holds.inbox ? victim.usedLink : 'a'.repeat(43),
    browser: async () => {
      if (!holds.session) return stranger(at)
      const { token } = await startSessionOfAdmin(victim)
      await backdate('admin_sessions', { adminId: victim.id }, '6 minutes')
      await forgetCodes()
      return stranger(at, new Map([[adminCookies.session, token]]))
    },
  }
}

async function beginInOtherSession() {
  const { token } = await startSessionOfAdmin(mallory)
  return stranger(server, new Map([[adminCookies.session, token]]))(passkeys.begin, none)
}

async function atPassword({ victim, password, browser }: Thief): Promise<Call> {
  const call = await browser()
  await tried(call(adminLogin, { body: { email: victim.email, password } }))
  return call
}

/** Runs `work` in a stolen session: without a step-up, and after each step-up that the thief can attempt. */
function inSession(work: (call: Call, thief: Thief) => Promise<unknown>) {
  return async (thief: Thief) => {
    const userHandle = userHandleOf(thief.victim.id)
    const byPasskey = (authenticator: SoftwareAuthenticator) => async (call: Call) => {
      const options = await tried(call(beginAdminStepUp, none))
      return options && { passkey: authenticator.assert(options, { userHandle }) }
    }
    const proofs = [
      async () => undefined,
      async () => ({ otp: codeOf(thief.secret) }),
      ...thief.passkeys.map(byPasskey),
    ]
    for (const prove of proofs) {
      const call = await thief.browser()
      const body = await prove(call)
      if (body) await tried(call(stepUp, { body }))
      await work(call, thief)
    }
  }
}

const ways: Record<string, (thief: Thief) => Promise<unknown>> = {
  'sets up an app': async (thief) => {
    const call = await atPassword(thief)
    const otp = firstCodeOf(await tried(call(app.begin, none)), mallory)
    await tried(call(app.confirm, { body: { otp } }))
  },
  'sets up a passkey': async (thief) => {
    const call = await atPassword(thief)
    const options = await tried(call(passkey.begin, none))
    const response = await answerOf(
      createSoftwareAuthenticator(origin),
      options,
      beginInOtherSession,
    )
    await tried(call(passkey.confirm, { body: { response } }))
  },
  'logs in': async (thief) => {
    const call = await atPassword(thief)
    const userHandle = userHandleOf(thief.victim.id)
    const password = { password: thief.password }
    for (const body of [{ otp: codeOf(mallory.secret) }, { recoveryCode: 'AAAA-BBBB' }, password])
      await tried(call(verifyAdminCode, { body }))
    for (const each of thief.passkeys) {
      const options = await tried(call(signIn.beginSecondAdminPasskey, none))
      const first = await call(signIn.beginAdminPasskeyLogin, none)
      const assertion = each.assert(options ?? first, { userHandle })
      await tried(call(verifyAdminCode, { body: { passkey: assertion } }))
      const response = each.assert(first, { userHandle })
      await tried(call(signIn.adminPasskeyLogin, { body: { response } }))
      await tried(call(verifyAdminCode, { body: password }))
    }
  },
  'adds and removes passkeys': inSession(async (call, { victim }) => {
    const options = await tried(call(passkeys.begin, none))
    const response = await answerOf(
      createSoftwareAuthenticator(origin),
      options,
      beginInOtherSession,
    )
    await tried(call(passkeys.add, { body: { response } }))
    const params = { id: await passkeyIdOf(victim) }
    await tried(call(passkeys.rename, { params, body: { name: 'Mine' } }))
    await tried(call(passkeys.remove, { params, body: {} }))
  }),
  'renews the recovery codes': inSession((call) => tried(call(account.renewAdminCodes, none))),
  'replaces the app': inSession(async (call) => {
    const key = await tried(call(account.beginAdminReplacement, none))
    const otp = firstCodeOf(key, mallory)
    await tried(call(account.confirmAdminReplacement, { body: { otp } }))
  }),
  'disables the app of a user': inSession(async (call) => {
    const request = { params: { id: ada.id }, body: { reason: 'It was asked for by phone' } }
    for (const way of [disableTwoFactor, resetTwoFactor, resetPassword])
      await tried(call(way, request))
    const { body } = request
    const params = { id: ada.id, passkeyId: await passkeyIdOf(ada) }
    await tried(call(disablePasskey, { params, body }))
  }),
}

/** Sets a new password in each way, and then repeats every attempt with that password. */
async function setsPassword(thief: Thief): Promise<void> {
  const call = await thief.browser()
  const { link: token, password: oldPassword } = thief
  await tried(call(checkSetUpLink, { body: { token } }))
  for (const page of [setUpAdmin, confirmPasswordReset])
    await tried(call(page, { body: { token, ...newPassword } }))
  const body = { oldPassword, newPassword: another, confirmPassword: another }
  await inSession((each) => tried(each(account.changeAdminPassword, { body })))(thief)
  for (const way of Object.values(ways)) await way({ ...thief, password: another })
}

async function addVictim(options?: AdminOptions): Promise<Owner> {
  const admin = await addAdmin(options)
  const { id: userId, email } = admin
  const link = { kind: 'admin-set-up', email, userId, createdBy: 'system' } as const
  const linkId = await createLink(db, link)
  const usedLink = (await mailedToken(db, linkId)) ?? ''
  ok(await consumeLink(db, linkId))
  const [recoveryCode = ''] = await giveRecoveryCodes(admin)
  return { ...admin, passkey: await giveAdminPasskey(admin), recoveryCode, usedLink }
}

/** Asserts that the owner can still log in with the original password. */
async function getsIn(victim: Owner, browserToken: string, spoilt?: Spoilt): Promise<void> {
  const browserCookies = new Map([[cookies.browser, browserToken]])
  const call = stranger(spoilt?.isOff ? withoutPasskeys : server, browserCookies)
  const { email, password, recoveryCode } = victim
  await call(adminLogin, { body: { email, password } })
  const options = spoilt ? undefined : await call(signIn.beginSecondAdminPasskey, none)
  const body = options ? { passkey: victim.passkey.assert(options) } : { recoveryCode }
  await call(verifyAdminCode, { body })
  equal((await call(getAdminMe, {})).id, victim.id)
}

const everything = { session: true, password: true, inbox: true } as const
const thieves: [name: string, holds: Holds, spoilt?: Spoilt][] = [
  ['a stolen session', { session: true }],
  ['a phished password', { password: true }],
  ['a stolen session and a phished password', { session: true, password: true }],
  ['an inbox', { inbox: true }],
  ['an inbox and a stolen session', { inbox: true, session: true }],
]
for (const [name, spoilt] of Object.entries(unusable))
  thieves.push([`${name}, a stolen session, a phished password and an inbox`, everything, spoilt])

const both = async (victim: Owner) => [await factorsOf(victim), await factorsOf(ada)]

for (const [name, holds, spoilt] of thieves) {
  test(`a thief with ${name} of an admin cannot add or replace a factor, and the owner can still log in`, async () => {
    for (const [what, way] of Object.entries({ ...ways, 'sets a password': setsPassword })) {
      const victim = await addVictim(spoilt && { hasSecondFactor: false })
      const { browserToken = '' } = await startSessionOfAdmin(victim)
      await spoil(victim, spoilt ?? {})
      const before = await both(victim)
      await way(thiefOf(victim, holds, spoilt))
      deepEqual(await both(victim), before, what)
      await getsIn(victim, browserToken, spoilt)
    }
  })
}

test('each attempted way succeeds for an owner who has the required credentials', async () => {
  const joins: typeof ways = { ...ways, 'sets a password': setsPassword }
  for (const what of ['sets up an app', 'sets up a passkey', 'sets a password']) {
    const joining = await addAdmin({ hasSecondFactor: false })
    const usedLink = await createMailedToken(joining, 'admin-set-up')
    const before = await factorsOf(joining)
    const owner = { ...joining, passkey: foreign, recoveryCode: '', usedLink }
    await joins[what]?.(thiefOf(owner, { password: true, inbox: true }))
    notEqual(await factorsOf(joining), before, what)
  }
  const all = { session: true, password: true } as const
  for (const what of [
    'adds and removes passkeys',
    'renews the recovery codes',
    'replaces the app',
    'disables the app of a user',
  ]) {
    const victim = await addVictim()
    const before = await both(victim)
    await ways[what]?.({ ...thiefOf(victim, all), secret: victim.secret })
    notEqual((await both(victim)).join(), before.join(), what)
  }
  const victim = await addVictim()
  await setsPassword({ ...thiefOf(victim, all), secret: victim.secret })
  const { email } = victim
  await stranger(server)(adminLogin, { body: { email, password: another } })
})

test('the attempts of the thieves cover every state-changing endpoint for factors and passwords of admins', async () => {
  const { endpoints } = await theServer()
  const ofAdmins = endpoints.filter(({ path }) => path.startsWith('/admin/'))
  const isAboutCredentials = /mfa|passkey|recovery-codes|step-up|password|set-up|\/login/
  deepEqual(notCalled(ofAdmins, isAboutCredentials), [])
  ok(ofAdmins.length > 30)
})
