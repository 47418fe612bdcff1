import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from '#contract/password-rules.ts'
import { suggestPassword } from './suggest-password.ts'

test('2,000 suggested passwords all satisfy every rule including those of sign-up, and are distinct', () => {
  const context = {
    person: { email: 'ada.abc+xyz@quay.example', firstname: 'Ada', lastname: 'Byron' },
    isSignUp: true,
  }
  const suggested = Array.from({ length: 2000 }, () => suggestPassword(context))
  equal(new Set(suggested).size, 2000)
  for (const password of suggested) {
    equal(brokenRules(password, context).length, 0, password)
    match(password, /^(\w{5}-){3}\w{5}$/)
  }
})
