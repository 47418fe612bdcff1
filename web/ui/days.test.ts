import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, endOfDay, endOfFutureDay, pastDayIssues } from './days.ts'

const dayMs = 86_400_000
const tomorrow = new Date(Date.now() + dayMs)

test('a day in the past and a year of five digits are issues; today, a later day and an empty field are not', () => {
  const days = ['2020-01-01', '20266-12-31', dayOf(new Date()), dayOf(tomorrow), '']
  deepEqual(
    days.map((day) => pastDayIssues('end', day).map(({ key }) => key)),
    [['inThePast'], ['inThePast'], [], [], []],
  )
})

test('an unchanged day keeps the time of a saved end in the future, and any other day ends in its last second', () => {
  const saved = tomorrow.toISOString()
  equal(endOfFutureDay(dayOf(tomorrow), saved), saved)
  equal(endOfFutureDay('2090-12-31', saved), endOfDay('2090-12-31'))
  equal(endOfFutureDay('', saved), null)
  const now = new Date()
  equal(endOfFutureDay(dayOf(now), now.toISOString()), endOfDay(dayOf(now)))
})
