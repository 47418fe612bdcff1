import {
  atSecondStep,
  newUser,
  newVisitor,
  callBy,
  codeNow,
  type AuditCase,
} from './audit-cases.ts'
import { addUser, codeOf, createMailedToken } from '../people.ts'

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
  'POST /users/reset-mfa/link': {
    leaves: 'second_factor_link_sent',
    by: 'user',
    call: async () => {
      const browser = await atSecondStep('/users/login', await addUser())
      await callBy(browser, 'POST /users/reset-mfa/link', { body: {} })
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
      const begun = await callBy(browser, 'POST /users/reset-mfa/initiate', {
        body: { otp: codeNow(user) },
      })
      const otp = codeOf((begun as { secret: string }).secret)
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
      const user = await addUser()
      const token = await createMailedToken(user, 'reset-mfa')
      const browser = await newVisitor()
      const key = 'POST /users/reset-mfa/initiate/with-token'
      const begun = await callBy(browser, key, { body: { token, otp: codeNow(user) } })
      const body = { token, otp: codeOf((begun as { secret: string }).secret) }
      await callBy(browser, 'POST /users/reset-mfa/confirm/with-token', { body })
    },
  },
  'POST /users/configure-mfa/confirm': {
    leaves: 'second_factor_set',
    by: 'user',
    call: async () => {
      const browser = await atSecondStep('/users/login', await addUser({ hasSecondFactor: false }))
      const begun = await callBy(browser, 'POST /users/configure-mfa/initiate', { body: {} })
      const otp = codeOf((begun as { secret: string }).secret)
      await callBy(browser, 'POST /users/configure-mfa/confirm', { body: { otp } })
    },
  },
}
