import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addressIn, isCidr, isWithin } from './network-rules.ts'

test('isCidr accepts IPv4 and IPv6 ranges and single addresses', () => {
  for (const right of [
    '203.0.113.0/24',
    '203.0.113.7',
    '0.0.0.0/0',
    '203.0.113.9/24',
    '2001:db8::/32',
    '2001:DB8::1',
    '::1/128',
    '::/0',
  ]) {
    equal(isCidr(right), true, right)
  }
})

test('isCidr rejects any other input', () => {
  for (const wrong of [
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.0/33',
    '203.0.113.0/024',
    '203.0.113.0/',
    '203.0.113.0/24/24',
    '203.0.113.07',
    '2001:db8::/129',
    '2001:db8:::/32',
    'fe80::1%eth0',
    '::ffff:203.0.113.7',
    'example.com',
    '=1+1',
    '203.0.113.0 /24',
  ]) {
    equal(isCidr(wrong), false, wrong)
  }
})

test('addressIn removes the prefix of a single address only', () => {
  const addresses = {
    ' 203.0.113.5/32': '203.0.113.5',
    '203.0.113.5': '203.0.113.5',
    '203.0.113.0/24': '203.0.113.0/24',
    '2001:db8::5/128': '2001:db8::5',
    '2001:db8::/32': '2001:db8::/32',
  }
  for (const [cidr, address] of Object.entries(addresses)) equal(addressIn(cidr), address)
})

test('3A13: an address that a range contains is no suggestion, in either family and notation', () => {
  for (const [address, cidr] of [
    ['203.0.113.3', '203.0.113.0/24'],
    ['203.0.113.3', ' 203.0.113.3/32'],
    ['203.0.113.3', '203.0.113.2/31'],
    ['203.0.113.3', '0.0.0.0/0'],
    ['2001:db8::5', '2001:db8::/32'],
    ['2001:db8::5', '2001:DB8:0:0:0:0:0:5'],
    ['::1', '::/0'],
  ] as const) {
    equal(isWithin(address, cidr), true, `${address} in ${cidr}`)
  }
  for (const [address, cidr] of [
    ['203.0.113.3', '203.0.112.0/24'],
    ['203.0.113.3', '203.0.113.0/31'],
    ['203.0.113.3', '203.0.113'],
    ['203.0.113.3', ''],
    ['203.0.113.3', '::/0'],
    ['2001:db8::5', '0.0.0.0/0'],
    ['2001:db9::5', '2001:db8::/32'],
  ] as const) {
    equal(isWithin(address, cidr), false, `${address} in ${cidr}`)
  }
})
