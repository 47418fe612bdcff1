import { verifications } from '#test/verifications.ts'
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { userLogins } from '#domain/sign-in/login.ts'
import { config } from '#server/config.ts'
import { db, row, scalar } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { auditOf } from '#test/audit.ts'
import { enterPassword } from '#test/logins.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { passkeyOptionsAt, givePasskey, isEnabled, logInByPasskey } from '#test/passkeys.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { declinePasskey } from '../passkeys/contract.ts'
import { verifyCode } from './contract.ts'
import { beginPasskeyLogin, beginSecondPasskey, passkeyLogin } from './passkey-contract.ts'

async function methodsOf({ id }: TestUser): Promise<string[]> {
  const session = await row<{ methods: string[] }>(db)`
    select methods from sessions where user_id = ${id} order by created_at desc limit 1`
  return session?.methods ?? []
}

/** Runs `work` with the given passkey settings, and restores the previous ones. */
async function withSettings(
  settings: { mode?: 'whole' | 'second' | 'off'; synced?: 'allow' | 'known-browser' | 'deny' },
  work: () => Promise<void>,
): Promise<void> {
  const { mode } = userLogins.passkeys
  const { passkeySynced } = config
  userLogins.passkeys.mode = settings.mode ?? mode
  config.passkeySynced = settings.synced ?? passkeySynced
  try {
    await work()
  } finally {
    userLogins.passkeys.mode = mode
    config.passkeySynced = passkeySynced
  }
}

test('a passkey alone is a complete login, without email address, password or code', async () => {
  const before = verifications()
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await visitor()
  const options = await passkeyOptionsAt(laptop)
  deepEqual(options.allowCredentials, [])
  equal(options.userVerification, 'required')
  const result = await logInByPasskey(laptop, authenticator)
  ok(result.next === 'done')
  equal(result.user.email, ada.email)
  deepEqual(result.passkeys?.credentialIds, [authenticator.credentialId])
  equal(await laptop.isLoggedIn(), true)
  deepEqual(await methodsOf(ada), ['hwk', 'user', 'mfa'])
  const [succeeded] = await auditOf(ada.id)
  equal(succeeded?.action, 'login_succeeded')
  equal(succeeded?.data['method'], 'passkey')
  equal(verifications(), before)
})

test('a synced passkey is recorded as a software key (RFC 8176), and its counter stays zero', async () => {
  const ada = await addUser()
  const options = { backupEligible: true, backedUp: true, hasCounter: false }
  const authenticator = await givePasskey(ada, options)
  await logInByPasskey(await visitor(), authenticator)
  await logInByPasskey(await visitor(), authenticator)
  deepEqual(await methodsOf(ada), ['swk', 'user', 'mfa'])
})

test('a login by passkey replaces the session token of the browser and ends the session of another user', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  for (const previousUser of [ada, await addUser()]) {
    const laptop = await logIn(previousUser)
    const before = laptop.cookies.get('portico') ?? ''
    await logInByPasskey(laptop, authenticator)
    notEqual(laptop.cookies.get('portico'), before)
    const left = await scalar<number>(db)`
      select count(*)::int from sessions where token_hash = ${tokenHash(before)}`
    equal(left, 0)
  }
})

test('a passkey is accepted as second factor after a password, even if it is not a complete login', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  for (const mode of ['whole', 'second'] as const) {
    await withSettings({ mode }, async () => {
      const laptop = await visitor()
      await enterPassword(laptop, ada)
      const options = await laptop.call(beginSecondPasskey, { body: {} })
      deepEqual(options.allowCredentials, [])
      const passkey = authenticator.assert(options)
      const { user } = await laptop.call(verifyCode, { body: { passkey } })
      equal(user.email, ada.email)
      deepEqual(await methodsOf(ada), ['pwd', 'hwk', 'user'])
    })
  }
})

test('with PASSKEYS=second a login by passkey requires the password as second step, and accepts nothing else', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await withSettings({ mode: 'second' }, async () => {
    const laptop = await visitor()
    const firstStep = await logInByPasskey(laptop, authenticator)
    deepEqual(firstStep, { next: 'verify-mfa', methods: ['password'] })
    equal(await laptop.isLoggedIn(), false)
    const send = (body: Parameters<typeof laptop.call<typeof verifyCode>>[1]['body']) =>
      laptop.call(verifyCode, { body })
    await refusedWith(400001, send({ otp: codeOf(ada.secret) }))
    const again = authenticator.assert(await laptop.call(beginSecondPasskey, { body: {} }))
    await refusedWith(400001, send({ passkey: again }))
    await refusedWith(errorCodes.invalidCredentials, send({ password: 'Wrong-Harbour-1' }))
    const { user } = await send({ password: ada.password })
    equal(user.email, ada.email)
    deepEqual(await methodsOf(ada), ['hwk', 'user', 'pwd'])
  })
})

test('a password is not accepted as second step after a password', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  const body = { password: ada.password }
  await refusedWith(400001, laptop.call(verifyCode, { body }))
})

test('a login begun with a passkey ends when that passkey is disabled', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await withSettings({ mode: 'second' }, async () => {
    const laptop = await visitor()
    await logInByPasskey(laptop, authenticator)
    await updateRows('passkeys', { userId: ada.id }, { disabledAt: now })
    const body = { password: ada.password }
    await refusedWith(errorCodes.loginExpired, laptop.call(verifyCode, { body }))
  })
})

test('PASSKEY_SYNCED decides whether a synced passkey is a complete login; a device-bound passkey always is one', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const synced = await givePasskey(ada, { backupEligible: true, hasCounter: false })
  const deviceBound = await givePasskey(grace)
  const knownBrowser = await visitor()
  await logInByPasskey(knownBrowser, synced)
  const nextOf = async (browser: typeof knownBrowser, authenticator = synced) =>
    (await logInByPasskey(browser, authenticator)).next
  await withSettings({ synced: 'known-browser' }, async () => {
    equal(await nextOf(await visitor()), 'verify-mfa')
    equal(await nextOf(knownBrowser), 'done')
    equal(await nextOf(await visitor(), deviceBound), 'done')
  })
  await withSettings({ synced: 'deny' }, async () => {
    equal(await nextOf(knownBrowser), 'verify-mfa')
    equal(await nextOf(await visitor(), deviceBound), 'done')
  })
})

test('with PASSKEYS=off a passkey is rejected in either step', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await withSettings({ mode: 'off' }, async () => {
    const refusal = await refusedWith(
      errorCodes.wrongPasskey,
      logInByPasskey(await visitor(), authenticator),
    )
    deepEqual(refusal.faults, [{ code: errorCodes.wrongPasskey }])
    const laptop = await visitor()
    await enterPassword(laptop, ada)
    const passkey = authenticator.assert(await laptop.call(beginSecondPasskey, { body: {} }))
    await refusedWith(errorCodes.wrongPasskey, laptop.call(verifyCode, { body: { passkey } }))
  })
  equal(await isEnabled(authenticator), true)
})

test('a deactivated user gets userInactive only after a valid signature, and never a fault for an unknown passkey', async () => {
  const ada = await addUser({ company: 'Closed Ltd' })
  const authenticator = await givePasskey(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  const forged = await refusedWith(
    errorCodes.wrongPasskey,
    logInByPasskey(await visitor(), authenticator, { isUserVerified: false }),
  )
  deepEqual(forged.faults, [{ code: errorCodes.wrongPasskey }])
  await refusedWith(errorCodes.userInactive, logInByPasskey(await visitor(), authenticator))
  await updateRows('users', { id: ada.id }, { active: true })
  await updateRows('partners', { name: 'Closed Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, logInByPasskey(await visitor(), authenticator))
  const reasons = (await auditOf(ada.id)).map(({ data }) => data['reason'])
  deepEqual(reasons, ['invalid', 'user inactive', 'company inactive'])
})

test('a rate limit applies to challenges; an unused challenge is not stored', async () => {
  const laptop = await visitor({ ipAddress: '198.51.100.77' })
  const statements = await statementsOf(() => passkeyOptionsAt(laptop))
  const inserts = statements.flatMap((text) => [...text.matchAll(/insert into (\w+)/g)])
  deepEqual(
    inserts.map(([, table]) => table),
    ['rate_limits'],
  )
  const { passkeyChallenges } = config.limits
  const { max } = passkeyChallenges
  passkeyChallenges.max = 2
  try {
    await passkeyOptionsAt(laptop)
    await refusedWith(errorCodes.tooManyRequests, laptop.call(beginPasskeyLogin, { body: {} }))
  } finally {
    passkeyChallenges.max = max
  }
})

test('a login by passkey runs fewer statements than a login by password and code', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await visitor()
  await logInByPasskey(laptop, authenticator)
  const response = authenticator.assert(await passkeyOptionsAt(laptop))
  const byPasskey = await statementsOf(() => laptop.call(passkeyLogin, { body: { response } }))
  const byPassword = await statementsOf(async () => {
    await enterPassword(laptop, ada)
    await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  })
  ok(byPasskey.length < byPassword.length, `${byPasskey.length} and ${byPassword.length}`)
})

test('a login response offers a passkey, unless the user declined within 30 days', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const codes = await giveRecoveryCodes(ada)
  const enter = async () => {
    await enterPassword(laptop, ada)
    return laptop.call(verifyCode, { body: { recoveryCode: codes.pop() ?? '' } })
  }
  const first = await enter()
  equal(first.offersPasskey, true)
  deepEqual(first.passkeys?.credentialIds, [])
  await laptop.call(declinePasskey, { body: {} })
  ok((await auditOf(ada.id)).some(({ action }) => action === 'passkey_declined'))
  equal((await enter()).offersPasskey, false)
  await updateRows('users', { id: ada.id }, { passkeyAskedAt: ago('30 days 1 minute') })
  equal((await enter()).offersPasskey, true)
})
