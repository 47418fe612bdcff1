import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isInside, isNetwork, networkList } from './network-list.ts'

test('X1 X18: isInside compares addresses and networks of IPv4 and IPv6', () => {
  const list = networkList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])
  for (const address of ['10.9.8.7', '::ffff:10.9.8.7', '192.0.2.1', '2001:db8:1::1', '::1'])
    equal(isInside(list, address), true, address)
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db9::1', '::2', '', 'unknown'])
    equal(isInside(list, address), false, address)
  equal(isInside(networkList([]), '127.0.0.1'), false)
})

test('X1 X18: isNetwork accepts addresses and networks, and rejects other text', () => {
  for (const right of ['10.0.0.0/8', '192.0.2.1', '::/0', '::1', '2001:db8::/128'])
    equal(isNetwork(right), true, right)
  for (const wrong of ['proxy', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/x', '::/129', '10.0.0.0/-1'])
    equal(isNetwork(wrong), false, wrong)
})
