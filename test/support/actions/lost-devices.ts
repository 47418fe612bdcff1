import type { AuditCase } from './audit-cases.ts'
import { atSecondStep, callBy, newUser, newVisitor } from './audit-cases.ts'
import { addUser, codeOf } from '../people.ts'
import { addDecider, ask, mailLinkOf, stopTokens } from '../recovery.ts'
import { newestLink } from '../second-factor.ts'
import { createSoftwareAuthenticator } from '../software-authenticator.ts'
import type { RegistrationOptions } from '#contract/passkey.ts'
import { mailedToken, supportCodeOf } from '#domain/sign-in/link.ts'
import { config } from '#server/config.ts'
import { db, run } from '#server/db.ts'

const note = { note: 'Lost on the train' }
const password = 'Second-Harbour-2'

/** Adds a user with an open recovery case. */
async function withCase() {
  const user = await addUser()
  const { id } = await besideDecider(() => ask(user))
  return { user, id }
}

/**
 * Runs `work` while an admin may decide. Afterwards, makes the admin's role new, because two admins with old roles
 * would make other actions wait for approval.
 */
async function besideDecider<Result>(work: () => Promise<Result>): Promise<Result> {
  const { id } = await addDecider()
  const result = await work()
  await run(db)`update admin_roles set given_at = now() where admin_id = ${id}`
  return result
}

async function withAddress() {
  const { user, browser } = await newUser()
  const email = `home.${user.email}`
  const added = await callBy(browser, 'POST /users/contact-points', { body: { email } })
  return { user, browser, id: (added as { id: string }).id }
}

/** Completes the first step of a recovery of password and second factor. */
async function atRecovery() {
  const user = await addUser()
  const linkId = await mailLinkOf(user, 'password-and-factors')
  const token = (await mailedToken(db, linkId)) ?? ''
  const browser = await newVisitor()
  const body = {
    token,
    password,
    confirmPassword: password,
    supportCode: supportCodeOf(linkId),
  }
  const setup = await callBy(browser, 'POST /users/recover/initiate', { body })
  return { token, browser, setup: setup as { secret: string; passkey: RegistrationOptions } }
}

export const actions: Record<string, AuditCase> = {
  'POST /users/recovery/ask': {
    leaves: 'recovery_asked',
    by: 'user',
    call: async () => {
      const browser = await atSecondStep('/users/login', await addUser())
      await besideDecider(() => callBy(browser, 'POST /users/recovery/ask', { body: note }))
    },
  },
  'POST /users/recovery/{id}/stop': {
    leaves: 'recovery_stopped',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      const params = { id: (await besideDecider(() => ask(user))).id }
      await callBy(browser, 'POST /users/recovery/{id}/stop', { params, body: {} })
    },
  },
  'POST /users/recovery/stop': {
    leaves: 'recovery_stopped',
    by: 'visitor',
    call: async () => {
      const [token] = await stopTokens((await withCase()).id)
      await callBy(await newVisitor(), 'POST /users/recovery/stop', { body: { token } })
    },
  },
  'POST /users/lock': {
    leaves: 'user_locked_by_owner',
    by: 'user',
    call: async () => callBy((await newUser()).browser, 'POST /users/lock', { body: {} }),
  },
  'POST /users/lock/with-token': {
    leaves: 'user_locked_by_owner',
    by: 'visitor',
    call: async () => {
      const [token] = await stopTokens((await withCase()).id)
      await callBy(await newVisitor(), 'POST /users/lock/with-token', { body: { token } })
    },
  },
  'POST /users/contact-points': {
    leaves: 'contact_point_added',
    by: 'user',
    call: withAddress,
  },
  'POST /users/contact-points/{id}/remove': {
    leaves: 'contact_point_removed',
    by: 'user',
    call: async () => {
      const { browser, id } = await withAddress()
      const input = { params: { id }, body: {} }
      await callBy(browser, 'POST /users/contact-points/{id}/remove', input)
    },
  },
  'POST /users/contact-points/verify': {
    leaves: 'contact_point_verified',
    by: 'visitor',
    call: async () => {
      const { user } = await withAddress()
      const token = await newestLink(user, 'contact-point')
      await callBy(await newVisitor(), 'POST /users/contact-points/verify', { body: { token } })
    },
  },
  'POST /users/recover/initiate': {
    leaves: 'second_factor_reset_begun',
    by: 'user',
    call: atRecovery,
  },
  'POST /users/recover/confirm': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { token, browser, setup } = await atRecovery()
      const body = { token, password, otp: codeOf(setup.secret) }
      await callBy(browser, 'POST /users/recover/confirm', { body })
    },
  },
  'POST /users/recover/passkey/confirm': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { token, browser, setup } = await atRecovery()
      const [origin = ''] = config.passkeys.users.origins
      const response = createSoftwareAuthenticator(origin).register(setup.passkey)
      const body = { token, password, response }
      await callBy(browser, 'POST /users/recover/passkey/confirm', { body })
    },
  },
}
