import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, row } from '#server/db.ts'
import { closings } from '#test/closings.ts'
import { auditOf } from '#test/audit.ts'
import {
  bring,
  codeFor,
  enterProxied,
  newProxied,
  pairOf,
  portal,
  verify,
  walk,
  type Proxied,
} from '#test/proxied.ts'
import { updateRows } from '#test/rows.ts'
import { logout } from '../../account/sign-in/contract.ts'

let address = 40

async function enterPlatform(platform: Proxied) {
  address += 1
  const ipAddress = `203.0.113.${address}`
  const pair = await pairOf(ipAddress, platform)
  await enterProxied(pair, platform)
  equal((await verify(pair.there, platform)).status, 200)
  return { ...pair, company: `Company from ${ipAddress}` }
}

test('PE-06 SC-21 RT-17 a user who loses access is refused at the next request, and the portal shows the reason', async () => {
  for (const [reason, change] of Object.entries(closings)) {
    const orders = await newProxied()
    const { ada, company, ...pair } = await enterPlatform(orders)

    await change({ userId: ada.id, partnerId: await findOrCreatePartner(db, company) })

    const calls = Array.from({ length: 10 }, () => verify(pair.there, orders))
    const answers = await Promise.all(calls)
    deepEqual([...new Set(answers.map(({ status }) => status))], [401], reason)
    const refusals = (await auditOf(ada.id)).filter(
      ({ action }) => action === 'platform_access_refused',
    )
    deepEqual(
      refusals.map(({ data, subSystem }) => [data['reason'], subSystem]),
      [[reason, orders.id]],
    )
    const { url } = await walk(pair, orders, answers[0]?.headers.get('location') ?? '')
    equal(url.pathname, '/main/profile')
    deepEqual(Object.fromEntries(url.searchParams), {
      forbidden_subsystem: orders.id,
      error_type: reason,
    })
    equal(await pair.portal.isLoggedIn(), true, 'the user stays logged in to the portal')
    const entries = (await auditOf(ada.id)).filter(
      ({ action }) => action === 'platform_access_refused',
    )
    equal(entries.length, 2, 'the refused request and the refused redirect each add an audit row')
  }
})

test('PE-06 a user who regains access can enter through the portal', async () => {
  const orders = await newProxied()
  const { ada, ...pair } = await enterPlatform(orders)
  const set = (active: boolean) => updateRows('subsystem_accounts', { userId: ada.id }, { active })
  await set(false)
  equal((await verify(pair.there, orders)).status, 401)

  await set(true)

  await enterProxied(pair, orders, '/again')
  equal((await verify(pair.there, orders)).status, 200)
})

test('PE-06 a platform that is deactivated or no longer behind a proxy is closed to all users', async () => {
  const orders = await newProxied()
  const pair = await enterPlatform(orders)
  await updateRows('subsystems', { id: orders.id }, { active: false })
  const refused = await verify(pair.there, orders)
  equal(refused.status, 401)
  const { url } = await walk(pair, orders, refused.headers.get('location') ?? '')
  // The user's access has not ended, so the notice must not say so.
  equal(url.searchParams.get('error_type'), 'platform_off')

  const invoices = await newProxied()
  const other = await enterPlatform(invoices)
  await updateRows('subsystems', { id: invoices.id }, { entryOrigin: null })
  equal((await verify(other.there, invoices)).status, 404)
})

test('ST-06 ST-11 a logout and a deactivation of user or company end access to every platform immediately', async () => {
  const [orders, invoices] = [await newProxied(), await newProxied()]
  const ends: Record<
    string,
    (pair: Awaited<ReturnType<typeof enterPlatform>>) => Promise<unknown>
  > = {
    logout: ({ portal: browser }) => browser.call(logout, {}),
    'deactivating the user': ({ ada }) => updateRows('users', { id: ada.id }, { active: false }),
    'deactivating the company': ({ company }) =>
      updateRows('partners', { name: company }, { active: false }),
  }
  for (const [name, end] of Object.entries(ends)) {
    const pair = await enterPlatform(orders)
    await grantAccess(db, pair.ada.id, [invoices.id])
    const ordersCookies = new Map(pair.there.cookies)
    pair.there.cookies.clear()
    await enterProxied(pair, invoices)

    await end(pair)

    const answer = await verify(pair.there, invoices)
    equal(answer.status, 401, name)
    const { url } = await walk(pair, invoices, answer.headers.get('location') ?? '')
    equal(url.origin + url.pathname, `${portal}/login`, name)
    for (const cookie of ordersCookies) pair.there.cookies.set(...cookie)
    equal((await verify(pair.there, orders)).status, 401, name)
  }
})

test('the end of a session deletes its platform access', async () => {
  const orders = await newProxied()
  const { ada, portal: browser } = await enterPlatform(orders)
  await browser.call(logout, {})
  const left = await row<{ count: number }>(db)`
    select count(*) from platform_access e join sessions s on s.id = e.session_id
    where s.user_id = ${ada.id} or e.subsystem_id = ${orders.id}`
  equal(left?.count, 0)
})

test('a code is useless after its session has ended', async () => {
  const orders = await newProxied()
  const pair = await enterPlatform(orders)
  const callback = await codeFor(pair, orders)
  pair.there.cookies.delete('portico-entry')
  await pair.portal.call(logout, {})
  await bring(pair.there, callback)
  equal(pair.there.cookies.has('portico-entry'), false)
})
