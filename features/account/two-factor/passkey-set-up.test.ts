import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterAdminPassword } from '#test/logins.ts'
import { givePasskey, logInByPasskey } from '#test/passkeys.ts'
import { addAdmin, addUser, codeOf, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { addRow, deleteRows, now, updateRows } from '#test/rows.ts'
import { atCode } from '#test/second-factor.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { renewAdminCodes } from '../admin-account/contract.ts'
import {
  beginFirstAdminPasskey,
  beginAdminTwoFactor,
  beginFirstPasskey,
  beginTwoFactor,
  confirmAdminPasskey,
  confirmAdminTwoFactor,
  confirmPasskey,
  confirmTwoFactor,
  renewCodes,
} from './contract.ts'

const [origin = ''] = config.passkeys.users.origins
const { ceremonyExpired, loginExpired, secondFactorAlreadySet, stepUpRequired } = errorCodes
const { notFound } = commonErrors

test('a user joins with a passkey as first second factor and gets ten recovery codes', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atCode(ada)
  const authenticator = createSoftwareAuthenticator(origin)
  const response = authenticator.register(await laptop.call(beginFirstPasskey, { body: {} }))
  const { recoveryCodes, user } = await laptop.call(confirmPasskey, { body: { response } })
  deepEqual([recoveryCodes.length, user.mfa.passkeys, user.mfa.totp], [10, 1, false])
  const stored = await row<{ methods: string[]; verifiedMethods: string[] }>(db)`
    select methods, verified_methods from sessions where user_id = ${ada.id}`
  deepEqual(stored, { methods: ['pwd', 'hwk', 'user'], verifiedMethods: [] })
  const { proofs } = await refusedWith(stepUpRequired, laptop.call(renewCodes, { body: {} }))
  deepEqual(proofs, ['passkey'])
  await logInByPasskey(await visitor(), authenticator)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  ok(actions.includes('passkey_added') && actions.includes('second_factor_set'))
})

test('an admin joins with a passkey, which does not count as step-up authentication', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  const office = await visitor()
  await enterAdminPassword(office, grace)
  const authenticator = createSoftwareAuthenticator(config.passkeys.admins.origins[0] ?? '')
  const response = authenticator.register(await office.call(beginFirstAdminPasskey, { body: {} }))
  const { recoveryCodes } = await office.call(confirmAdminPasskey, { body: { response } })
  equal(recoveryCodes.length, 10)
  equal((await office.call(getAdminMe, {})).id, grace.id)
  await refusedWith(stepUpRequired, office.call(renewAdminCodes, { body: {} }))
})

test('an admin’s set-up with an app does not count as step-up authentication', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  const office = await visitor()
  await enterAdminPassword(office, grace)
  const { secret } = await office.call(beginAdminTwoFactor, { body: {} })
  await office.call(confirmAdminTwoFactor, { body: { otp: codeOf(secret) } })
  equal((await office.call(getAdminMe, {})).id, grace.id)
  await refusedWith(stepUpRequired, office.call(renewAdminCodes, { body: {} }))
})

test('exactly one of concurrent set-ups by passkey and by app succeeds', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atCode(ada)
  const response = createSoftwareAuthenticator(origin).register(
    await laptop.call(beginFirstPasskey, { body: {} }),
  )
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  const answers = await Promise.allSettled([
    laptop.call(confirmPasskey, { body: { response } }),
    laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } }),
    laptop.call(confirmPasskey, { body: { response } }),
  ])
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('adding another factor in the meantime ends the set-up of a passkey', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atCode(ada)
  const response = createSoftwareAuthenticator(origin).register(
    await laptop.call(beginFirstPasskey, { body: {} }),
  )
  await givePasskey(ada)
  await refusedWith(secondFactorAlreadySet, laptop.call(confirmPasskey, { body: { response } }))
  equal(await laptop.isLoggedIn(), false)
})

test('exactly one of concurrent set-ups in two login attempts succeeds', async () => {
  for (const isApp of [false, true, false, true]) {
    const ada = await addUser({ hasSecondFactor: false })
    const laptop = await atCode(ada)
    const attempt = await row<object>(db)`select * from login_attempts where user_id = ${ada.id}`
    const phone = await atCode(ada)
    // Restore the first attempt, as two logins at the same moment would leave it.
    await addRow('login_attempts', { ...attempt })
    const response = createSoftwareAuthenticator(origin).register(
      await laptop.call(beginFirstPasskey, { body: {} }),
    )
    const other = isApp
      ? await byApp(phone)
      : createSoftwareAuthenticator(origin).register(
          await phone.call(beginFirstPasskey, { body: {} }),
        )
    const answers = await Promise.allSettled([
      laptop.call(confirmPasskey, { body: { response } }),
      'otp' in other
        ? phone.call(confirmTwoFactor, { body: other })
        : phone.call(confirmPasskey, { body: { response: other } }),
    ])
    equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

async function byApp(browser: Visitor): Promise<{ otp: string }> {
  const { secret } = await browser.call(beginTwoFactor, { body: {} })
  return { otp: codeOf(secret) }
}

test('with passkeys off no passkey can be set up', async (t) => {
  const laptop = await atCode(await addUser({ hasSecondFactor: false }))
  const response = createSoftwareAuthenticator(origin).register(
    await laptop.call(beginFirstPasskey, { body: {} }),
  )
  const { users } = config.passkeys
  const { mode } = users
  t.after(() => (users.mode = mode))
  users.mode = 'off'
  await refusedWith(notFound, laptop.call(beginFirstPasskey, { body: {} }))
  await refusedWith(notFound, laptop.call(confirmPasskey, { body: { response } }))
})

test('a passkey can be set up only in the login attempt that requested its challenge', async () => {
  const [ada, bob] = [
    await addUser({ hasSecondFactor: false }),
    await addUser({ hasSecondFactor: false }),
  ]
  const [laptop, phone] = [await atCode(ada), await atCode(bob)]
  const response = createSoftwareAuthenticator(origin).register(
    await laptop.call(beginFirstPasskey, { body: {} }),
  )
  await refusedWith(ceremonyExpired, phone.call(confirmPasskey, { body: { response } }))
  await refusedWith(loginExpired, (await visitor()).call(confirmPasskey, { body: { response } }))
})

test('the password alone sets up no factor if the user has one, even a disabled one', async (t) => {
  // A server does not start while such passkeys exist.
  t.after(() => deleteRows('passkeys', { rpId: 'old.example' }))
  const [ada, bob, eve] = [
    await addUser(),
    await addUser({ hasSecondFactor: false }),
    await addUser({ hasSecondFactor: false }),
  ]
  await givePasskey(bob)
  await givePasskey(eve)
  await updateRows('passkeys', { userId: bob.id }, { disabledAt: now })
  await updateRows('passkeys', { userId: eve.id }, { rpId: 'old.example' })
  for (const user of [ada, bob, eve]) {
    const laptop = await atCode(user)
    await refusedWith(secondFactorAlreadySet, laptop.call(beginFirstPasskey, { body: {} }))
    await refusedWith(secondFactorAlreadySet, laptop.call(beginTwoFactor, { body: {} }))
  }
  await refusedWith(loginExpired, (await visitor()).call(beginFirstPasskey, { body: {} }))
})
