// own process: blocks networks
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors, errorCodes, type Refusal } from '#contract/refusal.ts'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import { deleteEndedBlocks } from '#domain/credentials/blocked-network.ts'
import { db, rows, scalar } from '#server/db.ts'
import {
  addAdmin,
  addUser,
  logInAdmin,
  refusedWith,
  startUserSession,
  visitor,
} from '#test/people.ts'
import { addRows, backdate, deleteRows, fromNow, now } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { login } from '../../account/sign-in/contract.ts'
import { blockNetwork, listBlockedNetworks, unblockNetwork } from './contract.ts'
import { messages } from './texts/messages.ts'

const mary = await addAdmin({ roles: ['support'], firstname: 'Mary', lastname: 'Ward' })
const browser = await logInAdmin(mary)
const ada = await addUser()
const logInFrom = async (ipAddress: string) =>
  (await visitor({ ipAddress })).call(login, {
    body: { email: ada.email, password: ada.password },
  })
const reason = 'Failed logins of many accounts'

const block = (network: string, hours = 24, by = browser) =>
  by.call(blockNetwork, { body: { network, hours, reason } })
const isBlocked = async (
  ipAddress: string,
  name: 'addressFailures' | 'signOns' = 'addressFailures',
) =>
  (await consumeAddressLimit(db, name, { ipAddress, userAgent: '', requestId: '' })) !== undefined

const manyBlocks = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: randomUUID(),
    network: `10.0.${index}.0/24`,
    reason,
    blockedBy: mary.id,
    blockedAt: now,
    endsAt: fromNow('1 hour'),
  }))
const blocksInLog = async () =>
  (await scalar<number>(db)`
    select count(*)::int from audit_log where action = 'network_blocked'`) ?? 0

const written = () =>
  scalar<string>(db)`
    select (select count(*) from audit_log) || ' ' || (select count(*) from login_attempts) || ' ' ||
           (select coalesce(sum(xmin::text::bigint), 0) from rate_limits)`

test('a blocked network cannot log in until the block ends or an admin lifts it, and others can', async () => {
  await block('203.0.113.201/27', 2)
  const [listed] = await browser.call(listBlockedNetworks, {})
  deepEqual([listed?.network, listed?.blockedBy], ['203.0.113.192/27', 'Mary Ward'])
  const inside = '203.0.113.220'
  const refusal = await refusedWith(errorCodes.addressBlocked, logInFrom(inside))
  // Neither the end of the block nor its network or reason.
  equal(refusal.retryAfterSeconds, 600)
  deepEqual(refusal.faults, [{ code: errorCodes.addressBlocked, rule: 'networkBlocked' }])
  await logInFrom('203.0.113.224')
  // Sign-ons of logged-in users go on.
  equal(await isBlocked(inside, 'signOns'), false)
  const params = { id: listed?.id ?? '' }
  await browser.call(unblockNetwork, { params, body: {} })
  await logInFrom(inside)
  await refusedWith(commonErrors.notFound, browser.call(unblockNetwork, { params, body: {} }))
  const unknown = { id: 'no-id' }
  await refusedWith(
    commonErrors.notFound,
    browser.call(unblockNetwork, { params: unknown, body: {} }),
  )
  const actions = await rows<{ action: string; name: string }>(db)`
    select action, coalesce(data -> 'after' ->> 'name', data -> 'before' ->> 'name') as name
    from audit_log where action like 'network_%' order by id`
  deepEqual(actions, [
    { action: 'network_blocked', name: '203.0.113.192/27' },
    { action: 'network_unblocked', name: '203.0.113.192/27' },
  ])
})

test('a block of an IPv6 network covers its addresses, and ends by itself', async () => {
  await block('2001:db8:7::/48', 1)
  equal(await isBlocked('2001:db8:7:1::5'), true)
  equal(await isBlocked('2001:db8:8:1::5'), false)
  await backdate('blocked_networks', {}, { endsAt: '2 hours' })
  equal(await isBlocked('2001:db8:7:1::5'), false)
  equal(await deleteEndedBlocks(db), 1)
})

test('a block of one IPv6 address covers its /64, for which attempts are counted, and never the own one', async () => {
  await block('2001:db8:9:1::5')
  equal((await browser.call(listBlockedNetworks, {}))[0]?.network, '2001:db8:9:1::/64')
  equal(await isBlocked('2001:db8:9:1::77'), true)
  const inside = await logInAdmin(mary, { ipAddress: '2001:db8:a:1::20' })
  await refusedWith(errorCodes.ownAddressExcluded, block('2001:db8:a:1::5/128', 1, inside))
  await deleteRows('blocked_networks', {})
})

test('of concurrent blocks of the same network one is stored and recorded, and after its end it can be blocked again', async () => {
  const before = await blocksInLog()
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => block('192.0.2.9/28')))
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results)
    if (result.status === 'rejected')
      equal((result.reason as Refusal).code, errorCodes.changedMeanwhile)
  equal((await browser.call(listBlockedNetworks, {})).length, 1)
  equal(await blocksInLog(), before + 1)
  await backdate('blocked_networks', {}, { endsAt: '25 hours' })
  await block('192.0.2.0/28')
  await deleteRows('blocked_networks', {})
})

test('concurrent blocks of different networks never exceed a hundred', async () => {
  await addRows('blocked_networks', manyBlocks(98))
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((index) => block(`192.0.2.${index}`)),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  await deleteRows('blocked_networks', {})
})

test('a refused login from a blocked network writes no row, and a known browser logs in', async () => {
  const { browserToken = '' } = await startUserSession(ada)
  const known = await visitor({ ipAddress: '203.0.113.10' })
  known.cookies.set('portico-browser', browserToken)
  await block('203.0.113.0/27')
  await logInFrom('203.0.113.40')
  const stranger = await visitor({ ipAddress: '203.0.113.11' })
  const before = await written()
  const body = { email: ada.email, password: ada.password }
  for (const password of [ada.password, 'wrong'])
    await refusedWith(
      errorCodes.addressBlocked,
      stranger.call(login, { body: { ...body, password } }),
    )
  equal(await written(), before)
  await known.call(login, { body })
  await deleteRows('blocked_networks', {})
})

test('the check of blocks adds no statement to an attempt', async () => {
  const origin = { ipAddress: '198.51.100.9', userAgent: '', requestId: '' }
  const statements = await statementsOf(() => consumeAddressLimit(db, 'addressFailures', origin))
  equal(statements.length, 1)
})

test('a network is refused if it is too large, contains the admin, or a hundred are blocked', async () => {
  for (const network of ['0.0.0.0/0', '::/0', '203.0.0.0/19', '2001:db8::/39', 'unknown', ''])
    await refusedWith(commonErrors.invalidInput, block(network))
  for (const hours of [0, 169, 1.5])
    await refusedWith(commonErrors.invalidInput, block('203.0.113.0/24', hours))
  const inside = await logInAdmin(mary, { ipAddress: '198.51.100.20' })
  const refusal = await refusedWith(
    errorCodes.ownAddressExcluded,
    block('198.51.100.0/24', 1, inside),
  )
  // The rule is the key of the text on the page.
  deepEqual([refusal.faults[0]?.rule, refusal.faults[0]?.field], ['ownAddress', 'network'])
  ok(messages.en.ownAddress && messages.en.tooMany && messages.en.alreadyBlocked)
  await addRows('blocked_networks', manyBlocks(100))
  await refusedWith(errorCodes.unableToProcess, block('203.0.113.0/24'))
  await deleteRows('blocked_networks', {})
})

test('PE-02 blocking a network requires the permission to manage users', async () => {
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  await refusedWith(commonErrors.forbidden, block('203.0.113.0/24', 1, auditor))
  await refusedWith(commonErrors.forbidden, auditor.call(listBlockedNetworks, {}))
})
