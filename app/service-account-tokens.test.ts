import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { db, rows, scalar, sql } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import { backdate, now, updateRows } from '#test/rows.ts'
import {
  addService,
  askToken,
  assertionOf,
  callAs,
  tokenOf,
  type Service,
} from '#test/service-accounts.ts'
import { drawKey } from '#test/signing-platform.ts'
import { until } from '#test/until.ts'

const users = '/admin/users'

async function accountWithToken(facts: Parameters<typeof addService>[0] = {}) {
  const service = await addService(facts)
  const token = await tokenOf(service)
  equal((await callAs(token, users)).status, 200)
  return { service, token }
}

async function assertRefused({
  service,
  token,
}: {
  service: Service
  token: string
}): Promise<void> {
  const { status, code } = await callAs(token, users)
  deepEqual([status, code], [401, errorCodes.invalidToken])
  ok((await askToken(service)).status >= 400)
}

test('S2: a revoked or expired account is refused at the next call, and gets no token', async () => {
  const revoked = await accountWithToken()
  await updateRows('service_accounts', { id: revoked.service.id }, { revokedAt: now })
  await assertRefused(revoked)
  const expired = await accountWithToken()
  await updateRows('service_accounts', { id: expired.service.id }, { expiresAt: now })
  await assertRefused(expired)
})

test('S2: a service account gets and uses tokens only from its networks', async () => {
  const { service, token } = await accountWithToken({
    allowedFrom: ['198.51.100.0/24', '2001:db8::/32'],
  })
  for (const [from, status] of [
    ['198.51.100.7', 200],
    ['::ffff:198.51.100.7', 200],
    ['2001:db8::7', 200],
    ['203.0.113.7', 401],
    ['2001:db9::7', 401],
  ] as const) {
    equal((await callAs(token, users, { from })).status, status, from)
    equal((await askToken(service, { from })).ok, status === 200, from)
  }
})

test('S2: a revoked scope is refused at the next call', async () => {
  const { service, token } = await accountWithToken()
  await updateRows('service_accounts', { id: service.id }, { scopes: '{admin:audit.read}' })
  equal((await callAs(token, users)).code, commonErrors.forbidden)
  equal((await callAs(token, '/admin/auditlogs/actions')).status, 200)
})

test('S2: a token expires after five minutes', async () => {
  const { service, token } = await accountWithToken()
  const answer = (await (await askToken(service)).json()) as { expires_in: number }
  equal(answer.expires_in, 300)
  await backdate(
    'oidc_records',
    { payload: sql`->>'clientId' = ${service.id}` },
    { expiresAt: '5 minutes' },
  )
  equal((await callAs(token, users)).code, errorCodes.invalidToken)
})

test('S2: a scope that the account does not have is not granted', async () => {
  const service = await addService({ scopes: ['admin:users.read'] })
  const refused = await askToken(service, { scope: 'admin:users' })
  deepEqual(
    [refused.status, ((await refused.json()) as { error: string }).error],
    [400, 'invalid_scope'],
  )
})

test('S2: only the account’s own key can sign an assertion, and each assertion is accepted once, even concurrently', async () => {
  const service = await addService()
  const others = await drawKey('ES256')
  const foreign = { ...others, kid: service.key.kid }
  equal((await askToken(service, { key: foreign })).status, 401)
  const assertion = await assertionOf(service)
  const requests = Array.from({ length: 8 }, () => askToken(service, { assertion }))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  equal(statuses.filter((status) => status === 200).length, 1)
  equal(statuses.filter((status) => status === 401).length, 7)
})

test('3Z13: an assertion of a service account without iat, or that expires in a year, is refused', async () => {
  const service = await addService()
  const now = Math.floor(Date.now() / 1000)
  for (const claims of [{ iat: undefined }, { exp: now + 365 * 24 * 60 * 60 }]) {
    const assertion = await assertionOf(service, claims)
    equal((await askToken(service, { assertion })).status, 401)
  }
  equal((await askToken(service, { assertion: await assertionOf(service) })).status, 200)
})

test('S2: calls are limited by account, not by address', async () => {
  const { service, token } = await accountWithToken()
  const { max } = config.limits.serviceCalls
  const counted = { countedAt: [new Date()], counted: [max - 1] }
  await updateRows('rate_limits', { name: 'serviceCalls', key: service.id }, counted)
  equal((await callAs(token, users)).status, 200)
  const { status, code, headers } = await callAs(token, users, { from: '203.0.113.7' })
  deepEqual([status, code], [429, errorCodes.tooManyRequests])
  ok(Number(headers.get('retry-after')) > 0)
  equal((await accountWithToken()).token.length > 0, true)
})

test('S2: the audit log names the service account, and its last use is recorded', async () => {
  const { service, token } = await accountWithToken()
  const { id } = await addUser()
  const body = { reason: 'left the company' }
  const { status } = await callAs(token, `/admin/users/${id}/deactivate`, { method: 'PUT', body })
  equal(status, 200)
  const entries = await rows(db)`
    select actor_kind, actor_id, sub_system, ip_address, data->>'reason' as reason
    from audit_log where target_id = ${id} and action = 'user_deactivated'`
  deepEqual(entries, [
    {
      actorKind: 'service',
      actorId: service.id,
      subSystem: 'admin',
      ipAddress: '198.51.100.42',
      reason: 'left the company',
    },
  ])
  const isUsed = await scalar<boolean>(db)`
    select last_used_at > now() - interval '1 minute' from service_accounts where id = ${service.id}`
  equal(isUsed, true)
})

test('S2: a refused call is in the audit log with its account', async () => {
  const { service, token } = await accountWithToken()
  equal((await callAs(token, '/admin/me')).status, 403)
  await until(async () => {
    const entries = await rows(db)`
      select from audit_log where action = 'access_refused' and actor_id = ${service.id}`
    return entries.length === 1
  })
})

test('S2: a service account pages through a list by cursor, which another account cannot use', async () => {
  for (let count = 0; count < 3; count += 1) await addUser()
  const { token } = await accountWithToken()
  const first = await callAs(token, `${users}?limit=1`)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const next = await callAs(token, `${users}?limit=1&cursor=${cursor}`)
  equal(next.status, 200)
  ok(next.body[0].id !== first.body[0].id)
  const other = await callAs((await accountWithToken()).token, `${users}?limit=1&cursor=${cursor}`)
  equal(other.code, commonErrors.invalidInput)
})
