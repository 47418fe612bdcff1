import { doesNotMatch, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { messages as companyMessages } from '../features/admin/companies/texts/messages.ts'
import { messages as userMessages } from '../features/admin/users/texts/messages.ts'

test('3A24: a question about a user or company without sessions does not count to zero', () => {
  for (const locale of locales) {
    for (const { openSessions } of [userMessages[locale], companyMessages[locale]]) {
      doesNotMatch(openSessions({ count: 0 }), /0/, locale)
    }
  }
})

test('3A6: the view of users who accepted an invitation has the word of their status', () => {
  for (const locale of locales) {
    const { view_neverJoined: view, status_invited: status } = userListMessages[locale]
    equal(view, status, locale)
    equal(userMessages[locale].notYet, status, locale)
  }
})
