import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { multiFactor } from '#contract/assurance.ts'
import { stepUpUser } from '#contract/step-up.ts'
import { db, scalar } from '#server/db.ts'
import { codeOf } from '#test/people.ts'
import {
  enterProxied,
  newProxied,
  pairOf,
  portal,
  verify,
  walk,
  type Proxied,
} from '#test/proxied.ts'
import { ago, backdate, updateRows, type Values } from '#test/rows.ts'
import { getStepUp } from '../assurance/contract.ts'

let address = 0

async function visit(orders: Proxied) {
  address += 1
  return pairOf(`198.51.100.${address}`, orders)
}

async function setRequirements({ id }: Proxied, values: Values<'subsystems'>): Promise<void> {
  await updateRows('subsystems', { id }, values)
}

test('a platform behind a proxy requires a step-up and opens after it, with acr and amr of one authentication event', async () => {
  const orders = await newProxied()
  await setRequirements(orders, { maxAgeMinutes: 10 })
  const { ada, ...pair } = await visit(orders)
  await backdate('sessions', { userId: ada.id }, '11 minutes')
  const location = (await verify(pair.there, orders)).headers.get('location') ?? ''
  const { url } = await walk(pair, orders, location)
  equal(url.pathname, '/step-up')
  equal(url.searchParams.get('subsystem'), orders.id)
  const stepUp = await pair.portal.call(getStepUp, { query: { subsystem: orders.id } })
  deepEqual([stepUp.reason, stepUp.ways], ['again', ['otp']])

  await pair.portal.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  await walk(pair, orders, portal + url.searchParams.get('redirect'))
  const answer = await verify(pair.there, orders)
  equal(answer.status, 200)
  const claims = decodeJwt(answer.headers.get('x-portico-identity') ?? '')
  deepEqual([claims['acr'], claims['amr']], [multiFactor, ['pwd', 'otp', 'mfa']])
})

test('access behind a proxy ends when its required class is raised above that of the login', async () => {
  const orders = await newProxied()
  const { ada, ...pair } = await visit(orders)
  await enterProxied(pair, orders)
  await setRequirements(orders, { requiredAcr: 'phr' })
  equal((await verify(pair.there, orders)).status, 401)
  const stepUp = await pair.portal.call(getStepUp, { query: { subsystem: orders.id } })
  deepEqual([stepUp.reason, stepUp.ways, stepUp.email], ['passkey', [], ada.email])
})

test('a platform behind a proxy that was idle for too long requires a step-up', async () => {
  const orders = await newProxied()
  await setRequirements(orders, { idleMinutes: 5 })
  const { ada, ...pair } = await visit(orders)
  await enterProxied(pair, orders)
  const idle = (age: string) =>
    updateRows('platform_access', { subsystemId: orders.id }, { lastSeenAt: ago(age) })
  await idle('4 minutes')
  equal((await verify(pair.there, orders)).status, 200)
  const seconds = await scalar<number>(db)`
    select extract(epoch from now() - max(last_seen_at))::int from platform_access where subsystem_id = ${orders.id}`
  equal(Number(seconds) < 60, true)

  await backdate('sessions', { userId: ada.id }, '10 minutes')
  await idle('5 minutes 1 second')
  const answer = await verify(pair.there, orders)
  equal(answer.status, 401)
  const { url } = await walk(pair, orders, answer.headers.get('location') ?? '')
  equal(url.pathname, '/step-up')
  equal(await pair.portal.isLoggedIn(), true)
  await pair.portal.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  await walk(pair, orders, portal + url.searchParams.get('redirect'))
  equal((await verify(pair.there, orders)).status, 200)
})
