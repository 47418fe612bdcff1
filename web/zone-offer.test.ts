import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isZoneOffered } from './zone-offer.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')
const undecided = { timezone: 'UTC', timezoneSettled: false }

test('3K12: a browser’s time zone is offered only while its clock differs from UTC', () => {
  equal(isZoneOffered(undecided, 'Europe/Lisbon', winter), false)
  equal(isZoneOffered(undecided, 'Europe/Lisbon', summer), true)
  equal(isZoneOffered(undecided, 'Africa/Cairo', winter), true)
  equal(isZoneOffered(undecided, 'Etc/GMT+5', winter), false)
})

test('M4: no time zone is offered to a user who has chosen one or declined the offer', () => {
  equal(isZoneOffered({ ...undecided, timezoneSettled: true }, 'Africa/Cairo', winter), false)
  equal(isZoneOffered({ ...undecided, timezone: 'Asia/Tokyo' }, 'Africa/Cairo', winter), false)
})
