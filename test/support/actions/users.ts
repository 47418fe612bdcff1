import {
  atSecondStep,
  newUser,
  newVisitor,
  callBy,
  codeNow,
  type AuditCase,
} from './audit-cases.ts'
import { givePasskey, logInByPasskey } from '../passkeys.ts'
import { addUser, createMailedToken, inviteUser, logIn, passHumanCheck } from '../people.ts'

const newPasswords = { password: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }
const profile = {
  firstname: 'Ada',
  lastname: 'King',
  jobTitle: 'Treasurer',
  timezone: 'UTC',
  preferredLanguage: 'en',
  phone: '',
  referralCode: '',
}

/** The endpoints that are not GET and write no audit row, each with the reason. */
export const readsOnly: Record<string, string> = {
  'PUT /users/me/theme': 'keeps the colours of the pages, which concern nobody else',
  'POST /users/links/check': 'checks a link without consuming it',
  'POST /users/configure-mfa/initiate': 'returns a secret that takes effect with its first code',
  'POST /users/configure-mfa/passkey/initiate': 'returns a challenge, which is not stored',
  'POST /users/authenticator/initiate': 'returns a secret that takes effect with its first code',
  'POST /users/passkeys/initiate': 'returns a challenge, which is not stored',
  'POST /users/step-up/initiate': 'returns a challenge, which is not stored',
  'POST /users/login/passkey/initiate': 'returns a signed challenge and stores nothing',
  'POST /users/login/passkey/second': 'returns a signed challenge and stores nothing',
}

/** The endpoints that exist only with another configuration, each with the test of its audit row. */
export const elsewhere: Record<string, string> = {
  'POST /users/sandbox/token': 'trials/system/sandbox.trial.ts',
  'POST /users/sandbox/login/with-token': 'trials/system/sandbox.trial.ts',
}

/** The audit case of each endpoint. Add an entry together with the endpoint. */
export const actions: Record<string, AuditCase> = {
  'POST /users/login': {
    leaves: 'login_failed',
    by: 'visitor',
    call: async () => {
      const { email } = await addUser()
      const body = { email, password: 'Wrong-Harbour-1' }
      await callBy(await newVisitor(), 'POST /users/login', { body }).catch(() => undefined)
    },
  },
  'POST /users/login/verify-mfa': {
    leaves: 'login_succeeded',
    by: 'user',
    call: async () => {
      const user = await addUser()
      const browser = await atSecondStep('/users/login', user)
      await callBy(browser, 'POST /users/login/verify-mfa', { body: { otp: codeNow(user) } })
    },
  },
  'POST /users/login/passkey': {
    leaves: 'login_succeeded',
    by: 'user',
    call: async () => {
      const authenticator = await givePasskey(await addUser())
      await logInByPasskey(await newVisitor(), authenticator)
    },
  },
  'POST /users/passkey-offer/decline': {
    leaves: 'passkey_declined',
    by: 'user',
    call: async () =>
      callBy((await newUser()).browser, 'POST /users/passkey-offer/decline', { body: {} }),
  },
  'GET /users/logout': {
    leaves: 'logged_out',
    by: 'user',
    call: async () => callBy((await newUser()).browser, 'GET /users/logout'),
  },
  'PUT /users/me': {
    leaves: 'profile_changed',
    by: 'user',
    changes: true,
    call: async () => callBy((await newUser()).browser, 'PUT /users/me', { body: profile }),
  },
  'PUT /users/me/timezone': {
    leaves: 'profile_changed',
    by: 'user',
    changes: true,
    call: async () => {
      const { browser } = await newUser()
      await callBy(browser, 'PUT /users/me/timezone', { body: { timezone: 'Africa/Cairo' } })
    },
  },
  'PUT /users/me/password': {
    leaves: 'password_changed',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      const body = {
        oldPassword: user.password,
        newPassword: newPasswords.password,
        confirmPassword: newPasswords.password,
      }
      await callBy(browser, 'PUT /users/me/password', { body })
    },
  },
  'POST /users/reset-password/initiate': {
    leaves: 'password_reset_requested',
    by: 'visitor',
    call: async () => {
      const { email } = await addUser()
      const browser = await newVisitor()
      const body = { email, humanCheck: await passHumanCheck(browser) }
      await callBy(browser, 'POST /users/reset-password/initiate', { body })
    },
  },
  'POST /users/reset-password/confirm': {
    leaves: 'password_reset',
    by: 'user',
    call: async () => {
      const body = {
        token: await createMailedToken(await addUser(), 'reset-password'),
        ...newPasswords,
      }
      await callBy(await newVisitor(), 'POST /users/reset-password/confirm', { body })
    },
  },
  'POST /users/sessions/{id}/logout': {
    leaves: 'session_ended',
    by: 'user',
    call: async () => {
      const { browser } = await newUser()
      const [own] = (await callBy(browser, 'GET /users/sessions')) as { id: string }[]
      await callBy(browser, 'POST /users/sessions/{id}/logout', {
        params: { id: own?.id },
        body: {},
      })
    },
  },
  'POST /users/sessions/logout-others': {
    leaves: 'other_sessions_ended',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      await logIn(user)
      await callBy(browser, 'POST /users/sessions/logout-others', { body: {} })
    },
  },
  'POST /users/sessions/{id}/disown': {
    leaves: 'session_reported',
    by: 'user',
    call: async () => {
      const { user, browser } = await newUser()
      await logIn(user)
      const open = (await callBy(browser, 'GET /users/sessions')) as { id: string }[]
      const params = { id: open.at(-1)?.id }
      await callBy(browser, 'POST /users/sessions/{id}/disown', { params, body: {} })
    },
  },
  'POST /users/sessions/logout/with-token': {
    leaves: 'all_sessions_ended',
    by: 'visitor',
    call: async () => {
      const { user } = await newUser()
      const body = { token: await createMailedToken(user, 'log-me-out') }
      await callBy(await newVisitor(), 'POST /users/sessions/logout/with-token', { body })
    },
  },
  'POST /users/signup/with-token': {
    leaves: 'signed_up',
    by: 'user',
    call: async () => {
      const guest = await inviteUser()
      const browser = await newVisitor()
      const humanCheck = await passHumanCheck(browser)
      const body = { ...guest, ...newPasswords, humanCheck, acceptTerms: true }
      await callBy(browser, 'POST /users/signup/with-token', { body })
    },
  },
}
