import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { adminLogins, userLogins } from '#domain/sign-in/login.ts'
import { config } from '#server/config.ts'
import { enterAdminPassword, enterPassword } from '#test/logins.ts'
import {
  addAdmin,
  addUser,
  giveRecoveryCodes,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { giveAdminPasskey, givePasskey } from '#test/passkeys.ts'
import { deleteRows, now, updateRows, type Values } from '#test/rows.ts'
import { beginTwoFactor, beginAdminTwoFactor } from '../two-factor/contract.ts'
import { verifyCode } from './contract.ts'

const set = (values: Values<'passkeys'>) => (user: TestUser) =>
  updateRows('passkeys', { userId: user.id }, values)

/** Conditions that make a confirmed passkey unusable. */
const unusable: Record<string, (user: TestUser) => Promise<unknown>> = {
  'a disabled passkey': set({ disabledAt: now }),
  'a passkey of an older host': set({ rpId: 'old.example' }),
  'a passkey under PASSKEYS=off': async () => {
    userLogins.passkeys.mode = 'off'
    adminLogins.passkeys.mode = 'off'
  },
}

for (const [name, spoil] of Object.entries(unusable)) {
  test(`${name} still counts as a second factor: the password alone cannot set up another, a recovery code logs in`, async () => {
    const modes = [userLogins.passkeys.mode, adminLogins.passkeys.mode] as const
    const ada = await addUser({ hasSecondFactor: false })
    const grace = await addAdmin({ hasSecondFactor: false })
    await givePasskey(ada)
    await giveAdminPasskey(grace)
    try {
      await spoil(ada)
      await spoil(grace)
      const thief = await visitor()
      deepEqual(await enterPassword(thief, ada), { next: 'verify-mfa', methods: ['recovery'] })
      await refusedWith(errorCodes.secondFactorAlreadySet, thief.call(beginTwoFactor, { body: {} }))
      deepEqual(await enterAdminPassword(thief, grace), {
        next: 'verify-mfa',
        methods: ['recovery'],
      })
      await refusedWith(
        errorCodes.secondFactorAlreadySet,
        thief.call(beginAdminTwoFactor, { body: {} }),
      )
      config.mfaRequired = false
      equal((await enterPassword(thief, ada)).next, 'verify-mfa')
      config.mfaRequired = true
      const [recoveryCode = ''] = await giveRecoveryCodes(ada)
      await thief.call(verifyCode, { body: { recoveryCode } })
    } finally {
      config.mfaRequired = true
      ;[userLogins.passkeys.mode, adminLogins.passkeys.mode] = modes
      // A server does not start beside such passkeys.
      await deleteRows('passkeys', { rpId: 'old.example' })
    }
  })
}

test('the second step offers a usable passkey', async () => {
  const ada = await addUser()
  await givePasskey(ada)
  const laptop = await visitor()
  deepEqual(await enterPassword(laptop, ada), { next: 'verify-mfa', methods: ['passkey', 'otp'] })
})
