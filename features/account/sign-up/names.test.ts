import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { inviteUser, passHumanCheck, visitor } from '#test/people.ts'
import { signUp } from './contract.ts'

test('AP-04 VA-04 invited users with one-letter, Arabic and Chinese names and an address with + and dots can join', async () => {
  for (const [firstname, lastname, email] of [
    ['O', 'Y', 'o.y+bank@quay.example'],
    ['ليلى', 'م', 'layla.m+1.2@quay.example'],
    ['伟', '王', 'wei.wang@quay.example'],
  ] as const) {
    const browser = await visitor()
    const { token } = await inviteUser({ firstname, lastname, email })
    const password = 'Second-Harbour-2'
    const reply = await browser.call(signUp, {
      body: {
        token,
        email: ` ${email.toUpperCase()} `,
        password,
        confirmPassword: password,
        humanCheck: await passHumanCheck(browser),
        acceptTerms: true,
      },
    })
    deepEqual(reply, { next: 'configure-mfa' }, email)
  }
})
