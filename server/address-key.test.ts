import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './address-key.ts'

test('LI-01 addressKey returns the /64 of an IPv6 address and a whole IPv4 address', () => {
  equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  equal(addressKey('2001:DB8:1:2::9'), addressKey('2001:db8:1:2:ffff::1'))
  equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  equal(addressKey('::1'), '0:0:0:0::/64')
  deepEqual(['192.0.2.1', '::ffff:192.0.2.1', 'nonsense'].map(addressKey), [
    '192.0.2.1',
    '192.0.2.1',
    'unknown',
  ])
})
