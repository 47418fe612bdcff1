import {
  atSecondStep,
  newUser,
  newVisitor,
  callBy,
  codeNow,
  type AuditCase,
} from './audit-cases.ts'
import type { RegistrationOptions } from '#contract/passkey.ts'
import { removeSecondFactor } from '#domain/credentials/second-factor.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { givePasskey } from '../passkeys.ts'
import { addUser, codeOf, createMailedToken, type Visitor } from '../people.ts'
import { createSoftwareAuthenticator } from '../software-authenticator.ts'

export const actions: Record<string, AuditCase> = {
  'POST /users/recovery-codes': {
    leaves: 'recovery_codes_created',
    by: 'user',
    call: async () => {
      await callBy((await newUser()).browser, 'POST /users/recovery-codes', { body: {} })
    },
  },
  'POST /users/step-up': {
    leaves: 'step_up_succeeded',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      await callBy(browser, 'POST /users/step-up', { body: { otp: codeNow(user) } })
    },
  },
  'POST /users/reset-mfa/initiate': {
    leaves: 'second_factor_reset_begun',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      await callBy(browser, 'POST /users/reset-mfa/initiate', { body: { otp: codeNow(user) } })
    },
  },
  'POST /users/reset-mfa/confirm': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      const setup = await callBy(browser, 'POST /users/reset-mfa/initiate', {
        body: { otp: codeNow(user) },
      })
      const otp = codeOf((setup as { secret: string }).secret)
      await callBy(browser, 'POST /users/reset-mfa/confirm', { body: { otp } })
    },
  },
  'POST /users/reset-mfa/initiate/with-token': {
    leaves: 'second_factor_reset_begun',
    by: 'user',
    call: async () => {
      const user = await addUser()
      const body = { token: await createMailedToken(user, 'reset-mfa'), otp: codeNow(user) }
      await callBy(await newVisitor(), 'POST /users/reset-mfa/initiate/with-token', { body })
    },
  },
  'POST /users/reset-mfa/confirm/with-token': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { token, browser, setup } = await atResetByLink()
      const body = { token, otp: codeOf(setup.secret) }
      await callBy(browser, 'POST /users/reset-mfa/confirm/with-token', { body })
    },
  },
  'POST /users/reset-mfa/passkey/confirm/with-token': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { token, browser, setup } = await atResetByLink()
      const response = answerOf(setup.passkey)
      const body = { token, response }
      await callBy(browser, 'POST /users/reset-mfa/passkey/confirm/with-token', { body })
    },
  },
  'POST /users/configure-mfa/confirm': {
    leaves: 'second_factor_set',
    by: 'user',
    call: async () => {
      const browser = await atSecondStep('/users/login', await addUser({ hasSecondFactor: false }))
      const setup = await callBy(browser, 'POST /users/configure-mfa/initiate', { body: {} })
      const otp = codeOf((setup as { secret: string }).secret)
      await callBy(browser, 'POST /users/configure-mfa/confirm', { body: { otp } })
    },
  },
  'POST /users/configure-mfa/passkey/confirm': {
    leaves: 'passkey_added',
    by: 'user',
    call: async () => {
      const browser = await atSecondStep('/users/login', await addUser({ hasSecondFactor: false }))
      await answerBy(browser, '/users/configure-mfa/passkey')
    },
  },
  'POST /users/passkeys/confirm': {
    leaves: 'passkey_added',
    by: 'user',
    call: async () => answerBy((await newUser()).browser, '/users/passkeys'),
  },
  'POST /users/authenticator/confirm': {
    leaves: 'second_factor_set',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      await transaction(db, (tx) => removeSecondFactor(tx, user.id))
      const setup = await callBy(browser, 'POST /users/authenticator/initiate', { body: {} })
      const otp = codeOf((setup as { secret: string }).secret)
      await callBy(browser, 'POST /users/authenticator/confirm', { body: { otp } })
    },
  },
  'PUT /users/passkeys/{id}': {
    leaves: 'passkey_renamed',
    by: 'user',
    changes: true,
    call: async () => {
      const { browser, params } = await withPasskey()
      await callBy(browser, 'PUT /users/passkeys/{id}', { params, body: { name: 'Key' } })
    },
  },
  'POST /users/passkeys/{id}/remove': {
    leaves: 'passkey_removed',
    by: 'user',
    call: async () => {
      const { browser, params } = await withPasskey()
      await callBy(browser, 'POST /users/passkeys/{id}/remove', { params, body: {} })
    },
  },
}

/** Adds a passkey with the two calls below this path. */
export async function answerBy(
  browser: Visitor,
  path: string,
  area: 'users' | 'admins' = 'users',
): Promise<void> {
  const options = await callBy(browser, `POST ${path}/initiate`, { body: {} })
  const response = answerOf(options as RegistrationOptions, area)
  await callBy(browser, `POST ${path}/confirm`, { body: { response } })
}

function answerOf(options: RegistrationOptions, area: 'users' | 'admins' = 'users') {
  const [origin = ''] = config.passkeys[area].origins
  return createSoftwareAuthenticator(origin).register(options)
}

async function withPasskey() {
  const { user, browser } = await newUser()
  await givePasskey(user)
  const [passkey] = (await callBy(browser, 'GET /users/passkeys')) as { id: string }[]
  return { browser, params: { id: passkey?.id } }
}

/** Returns a visitor who has passed the first step of a reset from a mailed link. */
async function atResetByLink() {
  const user = await addUser()
  const token = await createMailedToken(user, 'reset-mfa')
  const browser = await newVisitor()
  const key = 'POST /users/reset-mfa/initiate/with-token'
  const setup = await callBy(browser, key, { body: { token, otp: codeNow(user) } })
  return { token, browser, setup: setup as { secret: string; passkey: RegistrationOptions } }
}
