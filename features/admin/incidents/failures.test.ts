import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isConspicuous, summarize, type Failures } from './failures.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 5, 1, minute))

function failures(ipAddress: string, targetId: string | null, count = 1): Failures {
  return { ipAddress, targetId, count, first: at(0), last: at(count) }
}

test('failures are summed by address and by account, with the range of neighboring addresses', () => {
  const summary = summarize([
    failures('203.0.113.200', 'ada', 30),
    failures('203.0.113.213', 'ada', 10),
    failures('203.0.113.213', null, 5),
    failures('198.51.100.7', 'eve', 2),
  ])
  deepEqual(
    [summary.failures, summary.unknownFailures, summary.first, summary.last],
    [47, 5, at(0), at(30)],
  )
  deepEqual(
    [...summary.addresses].map(([address, total]) => [address, total.failures, total.others.size]),
    [
      ['203.0.113.200', 30, 1],
      ['203.0.113.213', 15, 1],
      ['198.51.100.7', 2, 1],
    ],
  )
  deepEqual(
    [...summary.accounts].map(([id, total]) => [id, total.failures, total.others.size]),
    [
      ['ada', 40, 2],
      ['eve', 2, 1],
    ],
  )
  deepEqual(summary.range, {
    firstAddress: '203.0.113.200',
    lastAddress: '203.0.113.213',
    network: '203.0.113.192/27',
    addresses: 2,
    failures: 45,
  })
})

test('scattered failures, a single address and an unknown address have no range', () => {
  const ranges = [
    [failures('203.0.113.1', 'ada', 9)],
    [failures('203.0.113.1', 'ada'), failures('198.51.100.1', 'ada'), failures('192.0.2.1', 'eve')],
    [failures('', 'ada'), failures('unknown', 'ada')],
    [],
  ].map((groups) => summarize(groups).range)
  deepEqual(ranges, [null, null, null, null])
  equal(summarize([]).first, null)
})

test('an IPv6 range is at least a /64', () => {
  const { range } = summarize([
    failures('2001:db8:0:1::1', 'ada'),
    failures('2001:db8:0:1:ffff::2', 'ada'),
  ])
  equal(range?.network, '2001:db8:0:1::/64')
})

test('a login is conspicuous if its address failed with another account, or often with its own', () => {
  const groups = [
    failures('203.0.113.1', 'ada', 4),
    failures('203.0.113.2', 'ada', 5),
    failures('203.0.113.3', 'eve'),
    failures('203.0.113.4', null),
  ]
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5']
  deepEqual(
    addresses.map((address) => isConspicuous(groups, address, 'ada')),
    [false, true, true, true, false],
  )
})
