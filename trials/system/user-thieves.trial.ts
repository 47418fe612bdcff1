import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { getMe } from '#contract/me.ts'
import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { markVerified } from '#domain/credentials/password.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { config } from '#server/config.ts'
import { cookies } from '#server/cookies.ts'
import { db, scalar } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { linkFor } from '#test/password-links.ts'
import { givePasskey } from '#test/passkeys.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  passHumanCheck,
  startUserSession,
  type UserOptions,
} from '#test/people.ts'
import { addDecider } from '#test/recovery.ts'
import { recoveryWays } from '#test/recovery-ways.ts'
import { backdate } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '#test/software-authenticator.ts'
import { until } from '#test/until.ts'
import {
  answerOf,
  factorsOf,
  firstCodeOf,
  forgetCodes,
  notCalled,
  passkeyIdOf,
  spoil,
  stranger,
  tokenInMail,
  tried,
  unusable,
  type Holds,
  type Spoilt,
  type Thief,
  type Victim,
} from '#test/thieves.ts'
import * as passkeys from '../../features/account/passkeys/contract.ts'
import {
  changePassword,
  confirmPasswordReset as setPassword,
  requestReset,
} from '../../features/account/password/contract.ts'
import { recoverColleague } from '../../features/company/users/contract.ts'
import * as recovery from '../../features/account/recovery/contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import * as signIn from '../../features/account/sign-in/passkey-contract.ts'
import * as setUp from '../../features/account/two-factor/contract.ts'

const server = await startServer({ SERVE: 'users,worker' })
const withoutPasskeys = await startServer({ PASSKEYS: 'off' })

/** The account of the thief. */
const mallory = await addUser()
const foreign = await givePasskey(mallory)
const none = { body: {} }
await addDecider()
const [origin = ''] = config.passkeys.users.origins
const another = 'Third-Harbour-3'

function thiefOf(victim: Victim, holds: Holds, { isOff, isCopied }: Spoilt = {}): Thief {
  const at = isOff ? withoutPasskeys : server
  return {
    victim,
    password: holds.password ? victim.password : 'Wrong-Harbour-1',
    secret: mallory.secret,
    passkeys: isCopied ? [foreign, victim.passkey] : [foreign],
    hasInbox: holds.inbox ?? false,
    browser: async () => {
      if (!holds.session) return stranger(at)
      const { token } = await startUserSession(victim)
      await backdate('sessions', { userId: victim.id }, '6 minutes')
      await forgetCodes()
      return stranger(at, new Map([[cookies.session, token]]))
    },
  }
}

const handleOf = ({ id }: Victim) => userHandleOf(id)

async function asMallory(): Promise<Call> {
  const { token } = await startUserSession(mallory)
  return stranger(server, new Map([[cookies.session, token]]))
}

async function beginElsewhere(): Promise<RegistrationOptions> {
  return (await asMallory())(passkeys.beginPasskey, none)
}

/** Registers a passkey with the given options, or with options from the thief's own session if there are none. */
function answer(options: RegistrationOptions | undefined): Promise<PasskeyRegistration> {
  return answerOf(createSoftwareAuthenticator(origin), options, beginElsewhere)
}

async function atPassword({ victim, password, browser }: Thief): Promise<Call> {
  const call = await browser()
  await tried(call(login, { body: { email: victim.email, password } }))
  return call
}

/** Runs `work` in a stolen session: without a step-up, and after each step-up that the thief can attempt. */
function inSession(work: (call: Call, thief: Thief) => Promise<unknown>) {
  return async (thief: Thief) => {
    const { password, victim } = thief
    const otp = () => codeOf(thief.secret)
    const byPasskey = (authenticator: SoftwareAuthenticator) => async (call: Call) => {
      const options = await tried(call(beginStepUp, none))
      return options && { passkey: authenticator.assert(options, { userHandle: handleOf(victim) }) }
    }
    const proofs = [
      async () => undefined,
      async () => ({ password }),
      async () => ({ otp: otp() }),
      async () => ({ password, otp: otp() }),
      ...thief.passkeys.map(byPasskey),
    ]
    for (const prove of proofs) {
      const call = await thief.browser()
      const body = await prove(call)
      if (body) await tried(call(stepUpUser, { body }))
      await work(call, thief)
    }
  }
}

const ways: Record<string, (thief: Thief) => Promise<unknown>> = {
  'asks a company to replace it': inSession((call, { victim: { id } }) =>
    tried(call(recoverColleague, { params: { id }, body: { reason: 'I lost my phone' } })),
  ),
  'sets up an app': async (thief) => {
    const call = await atPassword(thief)
    const otp = firstCodeOf(await tried(call(setUp.beginTwoFactor, none)), mallory)
    await tried(call(setUp.confirmTwoFactor, { body: { otp } }))
  },
  'sets up a passkey': async (thief) => {
    const call = await atPassword(thief)
    const options = await tried(call(setUp.beginFirstPasskey, none))
    const response = await answer(options)
    await tried(call(setUp.confirmPasskey, { body: { response } }))
  },
  'logs in': async (thief) => {
    const call = await atPassword(thief)
    const userHandle = handleOf(thief.victim)
    for (const body of [{ otp: codeOf(mallory.secret) }, { recoveryCode: 'AAAA-BBBB-CCCC-DDDD' }])
      await tried(call(verifyCode, { body }))
    for (const each of thief.passkeys) {
      const options = await tried(call(signIn.beginSecondPasskey, none))
      const passkey = each.assert(options ?? (await call(signIn.beginPasskeyLogin, none)), {
        userHandle,
      })
      await tried(call(verifyCode, { body: { passkey } }))
      const response = each.assert(await call(signIn.beginPasskeyLogin, none), { userHandle })
      await tried(call(signIn.passkeyLogin, { body: { response } }))
    }
    await tried(call(passkeys.declinePasskey, none))
  },
  'adds and removes passkeys': inSession(async (call, { victim }) => {
    const options = await tried(call(passkeys.beginPasskey, none))
    const response = await answer(options)
    await tried(call(passkeys.addPasskey, { body: { response } }))
    const params = { id: await passkeyIdOf(victim) }
    await tried(call(passkeys.renamePasskey, { params, body: { name: 'Mine' } }))
    await tried(call(passkeys.removePasskey, { params, body: {} }))
  }),
  'renews the recovery codes': inSession((call) => tried(call(setUp.renewCodes, none))),
  'adds an app': inSession(async (call) => {
    const otp = firstCodeOf(await tried(call(setUp.beginAuthenticator, none)), mallory)
    await tried(call(setUp.confirmAuthenticator, { body: { otp } }))
  }),
  'replaces the app': inSession(async (call, { secret }) => {
    await forgetCodes()
    for (const body of [{ recoveryCode: 'AAAA-BBBB-CCCC-DDDD' }, { otp: codeOf(secret) }]) {
      const otp = firstCodeOf(await tried(call(recovery.beginReset, { body })), mallory)
      await tried(call(recovery.confirmReset, { body: { otp } }))
    }
  }),
  ...recoveryWays({ mallory, inSession, atPassword, answer }),
}

/** Sets a new password in each way, and then repeats every attempt with that password. */
async function setsPassword(thief: Thief): Promise<void> {
  const { victim, hasInbox } = thief
  const call = await thief.browser()
  const humanCheck = await passHumanCheck({ call })
  await tried(call(requestReset, { body: { email: victim.email, humanCheck } }))
  const token = hasInbox ? await tokenInMail(victim, 'reset-password') : 'a'.repeat(43)
  const newPassword = { password: another, confirmPassword: another }
  await tried(call(setPassword, { body: { token, ...newPassword } }))
  const change = { oldPassword: thief.password, newPassword: another, confirmPassword: another }
  await tried((await thief.browser())(changePassword, { body: change }))
  for (const way of Object.values(ways)) await way({ ...thief, password: another })
}

async function addVictim(options?: UserOptions): Promise<Victim & { recoveryCode: string }> {
  const user = await addUser(options)
  const passkey = await givePasskey(user)
  const [recoveryCode = ''] = await giveRecoveryCodes(user)
  await markVerified(db, user.id)
  return { ...user, passkey, recoveryCode }
}

/** Asserts that the owner can log in, after a password reset by mail if the thief has changed the password. */
async function getsIn(
  victim: Victim & { recoveryCode: string },
  browserToken: string,
  spoilt: Spoilt | undefined,
): Promise<void> {
  const browserCookies = new Map([[cookies.browser, browserToken]])
  const call = stranger(spoilt?.isOff ? withoutPasskeys : server, browserCookies)
  const { email } = victim
  if (!(await tried(call(login, { body: { email, password: victim.password } })))) {
    const password = 'Fourth-Harbour-4'
    // The link of a reset that the thief requested is created when its mail is sent, and voids older links.
    await until(async () => !(await hasQueuedMails(victim)))
    const token = await linkFor(victim)
    await call(setPassword, { body: { token, password, confirmPassword: password } })
    await call(login, { body: { email, password } })
  }
  const passkey = spoilt ? undefined : await call(signIn.beginSecondPasskey, none)
  const body = passkey
    ? { passkey: victim.passkey.assert(passkey) }
    : { recoveryCode: victim.recoveryCode }
  await call(verifyCode, { body })
  equal((await call(getMe, {})).id, victim.id)
}

function hasQueuedMails({ email }: Victim): Promise<boolean | undefined> {
  return scalar<boolean>(db)`
    select exists (select from mails where to_address = ${email} and state = 'queued')`
}

const everything = { session: true, password: true, inbox: true } as const
const thieves: [name: string, holds: Holds, spoilt?: Spoilt][] = [
  ['a stolen session', { session: true }],
  ['a phished password', { password: true }],
  ['a stolen session and a phished password', { session: true, password: true }],
  ['an inbox', { inbox: true }],
  ['an inbox and a stolen session', { inbox: true, session: true }],
  ['an inbox and a phished password', { inbox: true, password: true }],
  ['an inbox, a stolen session and a phished password', { ...everything }],
  ...Object.entries(unusable).map(
    ([name, spoilt]) =>
      [`${name}, a stolen session, a phished password and an inbox`, everything, spoilt] as const,
  ),
] as [string, Holds, Spoilt?][]

for (const [name, holds, spoilt] of thieves) {
  test(`a thief with ${name} cannot add or replace a factor, and the owner can still log in`, async () => {
    for (const [what, way] of Object.entries({ ...ways, 'sets a password': setsPassword })) {
      const hasSecondFactor = !spoilt && what !== 'adds an app'
      const victim = await addVictim({ hasSecondFactor })
      const { browserToken = '' } = await startUserSession(victim)
      await spoil(victim, spoilt ?? {})
      const before = await factorsOf(victim)
      await way(thiefOf(victim, holds, spoilt))
      equal(await factorsOf(victim), before, what)
      await getsIn(victim, browserToken, spoilt)
    }
  })
}

test('each attempted way succeeds for an owner who has the required credentials', async () => {
  for (const what of ['sets up an app', 'sets up a passkey']) {
    const joining = await addUser({ hasSecondFactor: false })
    const before = await factorsOf(joining)
    await ways[what]?.(thiefOf({ ...joining, passkey: foreign }, { password: true }))
    notEqual(await factorsOf(joining), before, what)
  }
  for (const what of [
    'adds and removes passkeys',
    'renews the recovery codes',
    'adds an app',
    'replaces the app',
  ]) {
    const victim = await addVictim({ hasSecondFactor: what !== 'adds an app' })
    const before = await factorsOf(victim)
    const owner = thiefOf(victim, { session: true, password: true }, { isCopied: true })
    await ways[what]?.({ ...owner, secret: victim.secret })
    notEqual(await factorsOf(victim), before, what)
  }
})
test('the attempts of the thieves cover every state-changing endpoint for factors and passwords', async () => {
  const { endpoints } = await theServer()
  const ofUsers = endpoints.filter(({ path }) => path.startsWith('/users/'))
  deepEqual(notCalled(ofUsers, /mfa|authenticator|passkey|recover|contact|step-up|password/), [])
  ok(ofUsers.length > 30)
})
