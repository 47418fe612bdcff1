import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import {
  attempt,
  aUser,
  aVisitor,
  callBy,
  freshCode,
  linkFor,
  missingInAll,
  nothingMissing,
  traceless,
  type Deed,
} from '#test/deeds.ts'
import { addUser, codeOf, inviteSomebody, logIn, passHumanCheck } from '#test/people.ts'

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
const readsOnly: Record<string, string> = {
  'POST /users/links/check': 'tells whether a link works, and uses nothing up',
  'POST /users/configure-mfa/initiate':
    'shows a secret that counts for nothing until its first code',
}

/** How each endpoint is called. One that is missing here fails the test: add it together with the endpoint. */
const deeds: Record<string, Deed> = {
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
  'POST /users/recovery-codes': {
    leaves: 'recovery_codes_made',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      await callBy(browser, 'POST /users/recovery-codes', { body: { otp: freshCode(ada) } })
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
  'POST /users/reset-mfa/link': {
    leaves: 'second_factor_link_sent',
    by: 'user',
    call: async () => {
      const browser = await attempt('/users/login', await addUser())
      await callBy(browser, 'POST /users/reset-mfa/link', { body: {} })
    },
  },
  'POST /users/reset-mfa/initiate': {
    leaves: 'second_factor_reset_begun',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      await callBy(browser, 'POST /users/reset-mfa/initiate', { body: { otp: freshCode(ada) } })
    },
  },
  'POST /users/reset-mfa/confirm': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      const begun = await callBy(browser, 'POST /users/reset-mfa/initiate', {
        body: { otp: freshCode(ada) },
      })
      const otp = codeOf((begun as { secret: string }).secret)
      await callBy(browser, 'POST /users/reset-mfa/confirm', { body: { otp } })
    },
  },
  'POST /users/reset-mfa/initiate/with-token': {
    leaves: 'second_factor_reset_begun',
    by: 'user',
    call: async () => {
      const ada = await addUser()
      const body = { token: await linkFor(ada, 'reset-mfa'), otp: freshCode(ada) }
      await callBy(await aVisitor(), 'POST /users/reset-mfa/initiate/with-token', { body })
    },
  },
  'POST /users/reset-mfa/confirm/with-token': {
    leaves: 'second_factor_reset',
    by: 'user',
    call: async () => {
      const ada = await addUser()
      const token = await linkFor(ada, 'reset-mfa')
      const browser = await aVisitor()
      const key = 'POST /users/reset-mfa/initiate/with-token'
      const begun = await callBy(browser, key, { body: { token, otp: freshCode(ada) } })
      const body = { token, otp: codeOf((begun as { secret: string }).secret) }
      await callBy(browser, 'POST /users/reset-mfa/confirm/with-token', { body })
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
    leaves: 'login_disowned',
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
      const guest = await inviteSomebody()
      const browser = await aVisitor()
      const humanCheck = await passHumanCheck(browser)
      const body = { ...guest, ...fresh, humanCheck, acceptTerms: true }
      await callBy(browser, 'POST /users/signup/with-token', { body })
    },
  },
  'POST /users/configure-mfa/confirm': {
    leaves: 'second_factor_set',
    by: 'user',
    call: async () => {
      const browser = await attempt('/users/login', await addUser({ hasSecondFactor: false }))
      const begun = await callBy(browser, 'POST /users/configure-mfa/initiate', { body: {} })
      const otp = codeOf((begun as { secret: string }).secret)
      await callBy(browser, 'POST /users/configure-mfa/confirm', { body: { otp } })
    },
  },
}

test('every deed in the partner area leaves a row with actor, target, address and request id', async () => {
  nothingMissing(await missingInAll(deeds))
})

test('no endpoint of the partner area that changes something goes without a row', async () => {
  const { served } = await theServer()
  const own = served.filter(({ path }) => !/^\/(admin|platform)\//.test(path))
  ok(own.length > 20)
  deepEqual(traceless(own, { ...deeds, ...readsOnly }), [])
})
