import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { refreshTokenGrant } from 'openid-client'
import { getMe } from '#contract/me.ts'
import { findPlatformAccessRefusal } from '#domain/platform-access/platform-access.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db } from '#server/db.ts'
import { addEarlierMonths } from '#test/audit-months.ts'
import { browser, hub, board, both, change, addUserOf } from '#test/companies.ts'
import { addUser, logIn } from '#test/people.ts'
import {
  buildAuthorizationRequest,
  follow,
  isActive,
  newPlatform,
  tokensOf,
} from '#test/platform.ts'
import { addRow, ago, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

test('PE-06 platform access is allowed only from the company’s networks', async () => {
  const { userId } = await addUserOf('Fenced Ltd', [
    { subsystem: null, cidr: '198.51.100.0/24' },
    { subsystem: hub.id, cidr: '2001:db8:7::/48' },
  ])
  const stateAt = (subsystem: string, address: string) =>
    findPlatformAccessRefusal(db, userId, subsystem, address)
  for (const inside of [
    '198.51.100.1',
    '::ffff:198.51.100.255',
    '2001:db8:7::1',
    '2001:DB8:7:9::1%eth0',
  ]) {
    equal(await stateAt(hub.id, inside), undefined, inside)
  }
  for (const outside of [
    '198.51.101.1',
    '2001:db8:8::1',
    '',
    'unknown',
    "' or 1=1",
    '198.51.100.1, 10.0.0.1',
  ]) {
    equal(await stateAt(hub.id, outside), 'ip_not_allowed', outside)
  }
  equal(await stateAt(board.id, '2001:db8:7::1'), 'ip_not_allowed')
  equal(await stateAt(board.id, '198.51.100.9'), undefined)
})

test('PE-06 a company without networks allows every address, and networks of another platform do not apply', async () => {
  const open = await addUserOf('Open Ltd', [])
  equal(await findPlatformAccessRefusal(db, open.userId, hub.id, ''), undefined)
  const half = await addUserOf('Half Ltd', [{ subsystem: hub.id, cidr: '198.51.100.0/24' }])
  equal(await findPlatformAccessRefusal(db, half.userId, board.id, '192.0.2.1'), undefined)
  equal(await findPlatformAccessRefusal(db, half.userId, hub.id, '192.0.2.1'), 'ip_not_allowed')
})

test('PE-06 access to a platform that the company does not have is refused to its users', async () => {
  const { userId } = await addUserOf('Narrow Ltd', [], [board.id])
  equal(await findPlatformAccessRefusal(db, userId, hub.id, '192.0.2.1'), 'wrong_subsystem')
  equal(await findPlatformAccessRefusal(db, userId, board.id, '192.0.2.1'), undefined)
})

test('PE-06 sign-on is refused by the browser’s address, and tokens by the user’s address, not by the platform’s', async () => {
  const company = await addUserOf('Walled Ltd', [{ subsystem: null, cidr: '198.51.100.0/24' }])
  const inside = await logIn(company.user, { ipAddress: '198.51.100.20' })
  const { access, refresh } = await tokensOf(inside, hub)
  equal(await isActive(hub, access), true)
  const states = (await inside.call(getMe, {})).subsystems.map(({ state }) => state)
  deepEqual(states, ['active', 'active'])

  const outside = await logIn(company.user, { ipAddress: '192.0.2.77' })
  const { url } = await follow(outside, (await buildAuthorizationRequest(hub)).url)
  equal(url.searchParams.get('error_type'), 'ip_not_allowed')
  const outsideStates = (await outside.call(getMe, {})).subsystems.map(({ state }) => state)
  deepEqual(outsideStates, ['ip_not_allowed', 'ip_not_allowed'])

  await change(company.partnerId, '"1"', {
    name: 'Walled Ltd',
    active: true,
    subsystems: both,
    ipAllowRules: [{ subsystem: null, cidr: '10.0.0.0/8' }],
  })
  equal(await isActive(hub, access), false)
  equal(
    await refreshTokenGrant(hub.config, refresh).then(
      () => 'refreshed',
      () => 'refused',
    ),
    'refused',
  )
})

test('the preview of network rules counts the users whom the rules would have refused during the last month', async () => {
  await addEarlierMonths()
  const { partnerId, user } = await addUserOf('Trial Ltd', [])
  const others = await Promise.all([1, 2, 3].map(() => addUser({ company: 'Trial Ltd' })))
  for (const { id } of others) await grantAccess(db, id, [board.id])
  await recordLogin(user.id, '198.51.100.5')
  await recordLogin(others[0]!.id, '198.51.100.6')
  await recordLogin(others[0]!.id, '192.0.2.9')
  await recordLogin(others[1]!.id, '192.0.2.10')
  await recordLogin(others[2]!.id, '192.0.2.11', '40 days')

  const run = (ipAllowRules: { subsystem: string | null; cidr: string }[]) =>
    browser.call(contract.previewAllowRules, { params: { id: partnerId }, body: { ipAllowRules } })
  const { people, refused, examples } = await run([{ subsystem: null, cidr: '198.51.100.0/24' }])
  deepEqual([people, refused], [3, 2])
  deepEqual(
    examples.map(({ id, ipAddress }) => `${id} ${ipAddress}`).sort(),
    [`${others[0]!.id} 192.0.2.9`, `${others[1]!.id} 192.0.2.10`].sort(),
  )
  deepEqual(
    examples.map(({ all, platforms, subsystem }) => [
      all,
      platforms.map((each) => each.id),
      subsystem === platforms[0]?.name,
    ]),
    Array.from({ length: 2 }, () => [true, [board.id], true]),
  )
  deepEqual(await run([]), { people: 3, refused: 0, examples: [] })
  const hubOnly = await run([{ subsystem: hub.id, cidr: '10.0.0.0/8' }])
  deepEqual(
    [hubOnly.refused, hubOnly.examples.map(({ all, platforms }) => [all, platforms.length])],
    [1, [[false, 1]]],
  )
  deepEqual(
    (await browser.call(contract.getPartner, { params: { id: partnerId } })).ipAllowRules,
    [],
  )
})

test('the preview of network rules ignores platforms that the user cannot open anyway', async () => {
  const inactive = await newPlatform()
  await updateRows('subsystems', { id: inactive.id }, { active: false })
  const ended = await addUserOf('Ended Ltd', [])
  const narrow = await addUserOf('Hub only Ltd', [], [hub.id])
  const ofInactive = await addUserOf('Inactive Ltd', [], [hub.id, inactive.id])
  const expired = { userId: ended.userId, subsystemId: board.id }
  await updateRows('subsystem_accounts', expired, { expiresAt: ago('1 day') })
  await grantAccess(db, ofInactive.userId, [inactive.id])
  const ipAllowRules = [{ subsystem: hub.id, cidr: '10.0.0.0/8' }]
  for (const { partnerId, userId } of [ended, narrow, ofInactive]) {
    await recordLogin(userId, '198.51.100.5')
    const request = { params: { id: partnerId }, body: { ipAllowRules } }
    const { examples } = await browser.call(contract.previewAllowRules, request)
    deepEqual(
      examples.map(({ all, platforms }) => [all, platforms.map(({ id }) => id)]),
      [[true, [hub.id]]],
    )
  }
})

async function recordLogin(userId: string, ipAddress: string, age = '1 day'): Promise<void> {
  await addRow('audit_log', {
    timestamp: ago(age),
    actorKind: 'user',
    actorId: userId,
    action: 'login_succeeded',
    ipAddress,
  })
}
