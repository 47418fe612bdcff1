import { equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { createProxyCheck } from './trusted-proxy.ts'

test('X1: TRUSTED_PROXIES names addresses and networks of both families', () => {
  const isTrusted = createProxyCheck(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])
  for (const address of ['10.9.8.7', '::ffff:10.9.8.7', '192.0.2.1', '2001:db8:1::1', '::1'])
    equal(isTrusted(address), true, address)
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db9::1', '::2', '', 'unknown'])
    equal(isTrusted(address), false, address)
  equal(createProxyCheck([])('127.0.0.1'), false)
  for (const wrong of ['proxy', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/x', '::/129', '10.0.0.0/-1'])
    throws(() => createProxyCheck([wrong]), /which is no network/)
})
