import { attempt, aUser, aVisitor, callBy, freshCode, linkFor, type Deed } from './actions.ts'
import { addUser, inviteUser, logIn, passHumanCheck } from '../people.ts'

const fresh = { password: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }
const profile = {
  firstname: 'Ada',
  lastname: 'King',
  jobTitle: 'Treasurer',
  timezone: 'UTC',
  preferredLanguage: 'en',
  phone: '',
  referralCode: '',
}

/** Why an endpoint that is no GET leaves nothing: it changes nothing. */
export const readsOnly: Record<string, string> = {
  'POST /users/links/check': 'tells whether a link works, and uses nothing up',
  'POST /users/configure-mfa/initiate':
    'shows a secret that counts for nothing until its first code',
}

/** Where a row is proven that only another configuration leaves. */
export const elsewhere: Record<string, string> = {
  'POST /users/sandbox/token': 'features/admin/platforms/sandbox/sandbox.test.ts',
  'POST /users/sandbox/login/with-token': 'features/admin/platforms/sandbox/sandbox.test.ts',
}

/** How each endpoint is called. One that is missing here fails the walk: add it together with the endpoint. */
export const deeds: Record<string, Deed> = {
  'POST /users/login': {
    leaves: 'login_failed',
    by: 'visitor',
    call: async () => {
      const { email } = await addUser()
      const body = { email, password: 'Wrong-Harbour-1' }
      await callBy(await aVisitor(), 'POST /users/login', { body }).catch(() => undefined)
    },
  },
  'POST /users/login/verify-mfa': {
    leaves: 'login_succeeded',
    by: 'user',
    call: async () => {
      const ada = await addUser()
      const browser = await attempt('/users/login', ada)
      await callBy(browser, 'POST /users/login/verify-mfa', { body: { otp: freshCode(ada) } })
    },
  },
  'GET /users/logout': {
    leaves: 'logged_out',
    by: 'user',
    call: async () => callBy((await aUser()).browser, 'GET /users/logout'),
  },
  'PUT /users/me': {
    leaves: 'profile_changed',
    by: 'user',
    changes: true,
    call: async () => callBy((await aUser()).browser, 'PUT /users/me', { body: profile }),
  },
  'PUT /users/me/password': {
    leaves: 'password_changed',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      const body = {
        oldPassword: ada.password,
        newPassword: fresh.password,
        confirmPassword: fresh.password,
      }
      await callBy(browser, 'PUT /users/me/password', { body })
    },
  },
  'POST /users/reset-password/initiate': {
    leaves: 'password_reset_requested',
    by: 'visitor',
    call: async () => {
      const { email } = await addUser()
      const browser = await aVisitor()
      const body = { email, humanCheck: await passHumanCheck(browser) }
      await callBy(browser, 'POST /users/reset-password/initiate', { body })
    },
  },
  'POST /users/reset-password/confirm': {
    leaves: 'password_reset',
    by: 'user',
    call: async () => {
      const body = { token: await linkFor(await addUser(), 'reset-password'), ...fresh }
      await callBy(await aVisitor(), 'POST /users/reset-password/confirm', { body })
    },
  },
  'POST /users/sessions/{id}/logout': {
    leaves: 'session_ended',
    by: 'user',
    call: async () => {
      const { browser } = await aUser()
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
      const { ada, browser } = await aUser()
      await logIn(ada)
      await callBy(browser, 'POST /users/sessions/logout-others', { body: {} })
    },
  },
  'POST /users/sessions/{id}/disown': {
    leaves: 'session_reported',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      await logIn(ada)
      const open = (await callBy(browser, 'GET /users/sessions')) as { id: string }[]
      const params = { id: open.at(-1)?.id }
      await callBy(browser, 'POST /users/sessions/{id}/disown', { params, body: {} })
    },
  },
  'POST /users/sessions/logout/with-token': {
    leaves: 'all_sessions_ended',
    by: 'visitor',
    call: async () => {
      const { ada } = await aUser()
      const body = { token: await linkFor(ada, 'log-me-out') }
      await callBy(await aVisitor(), 'POST /users/sessions/logout/with-token', { body })
    },
  },
  'POST /users/signup/with-token': {
    leaves: 'signed_up',
    by: 'user',
    call: async () => {
      const guest = await inviteUser()
      const browser = await aVisitor()
      const humanCheck = await passHumanCheck(browser)
      const body = { ...guest, ...fresh, humanCheck, acceptTerms: true }
      await callBy(browser, 'POST /users/signup/with-token', { body })
    },
  },
}
