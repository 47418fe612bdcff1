import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { maxListedCount } from '#contract/list.ts'
import { locales } from '#contract/locale.ts'
import { listedCount } from './listed-count.ts'
import { listMessages } from './texts/messages.ts'

test('3S20: a number above the largest that lists count exactly is shown with a plus, also in sentences', () => {
  deepEqual(
    [0, 12, maxListedCount, maxListedCount + 1].map((count) => listedCount(count, 'en')),
    ['0', '12', '1,000', '1,000+'],
  )
  const sentences = locales.map((locale) =>
    listedCount(maxListedCount + 1, locale, (count) => listMessages[locale].notShown({ count })),
  )
  deepEqual(
    sentences.filter((sentence) => !/1\P{L}?000\+/u.test(sentence)),
    [],
  )
})
