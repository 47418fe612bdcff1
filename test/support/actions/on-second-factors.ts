import { attempt, aUser, aVisitor, callBy, freshCode, linkFor, type Deed } from './actions.ts'
import { addUser, codeOf } from '../people.ts'

export const deeds: Record<string, Deed> = {
  'POST /users/recovery-codes': {
    leaves: 'recovery_codes_created',
    by: 'user',
    call: async () => {
      const { ada, browser } = await aUser()
      await callBy(browser, 'POST /users/recovery-codes', { body: { otp: freshCode(ada) } })
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
