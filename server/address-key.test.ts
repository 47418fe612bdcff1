import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { addressKeys } from './address-key.ts'

test('LI-01 addressKeys returns the /64 and /48 of an IPv6 address, and a whole IPv4 address', () => {
  for (const [address, ...keys] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['fe80::1%eth0.100-a', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['::192.0.2.1', '0:0:0:0::/64', '0:0:0::/48'],
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['nonsense', 'unknown'],
    // The library would read these as IPv4 addresses.
    ['0300.0.2.1', 'unknown'],
    ['0xc0.0.2.1', 'unknown'],
    ['3221225985', 'unknown'],
    ['192.0.513', 'unknown'],
  ] as const)
    deepEqual(addressKeys(address), keys, address)
  deepEqual(addressKeys(undefined), ['unknown'])
})
