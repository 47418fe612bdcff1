import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fullHeightCount, spanOf, textsOf } from './time-bars.ts'

const ordinary = [4, 6, 8, 10, 10, 9, 7, 5, 8, 9]

test('one outlier does not flatten the other bars of the histogram', () => {
  equal(fullHeightCount(ordinary), 10)
  equal(fullHeightCount([...ordinary, 0, 0, 38]), 38)
  equal(fullHeightCount([...ordinary, 0, 0, 900]), 20)
  equal(fullHeightCount([0, 0, 900]), 900)
  equal(fullHeightCount([0, 0, 0]), 1)
  equal(fullHeightCount([]), 1)
})

test('the ends of a span are described with their day, and with the minute for a short span', () => {
  const parts = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map((day, count) => ({
    start: `${day}T00:00:00.000Z`,
    count,
    failures: 0,
  }))
  const place = { locale: 'en', timeZone: 'UTC' } as const
  const span = spanOf(parts, 24, { from: 2, to: 1 })
  deepEqual(
    span.parts.map(({ count }) => count),
    [1, 2],
  )
  deepEqual(textsOf(span, place).ends, ['2 Mar, 00:00', '4 Mar, 00:00'])
  deepEqual(textsOf(spanOf(parts, 24, { from: 0, to: 3 }), place).ends, ['1 Mar', '5 Mar'])
  const inChinese = textsOf(span, { ...place, locale: 'zh' })
  deepEqual(inChinese.ends, ['3 月 2 日 00:00', '3 月 4 日 00:00'])
})
