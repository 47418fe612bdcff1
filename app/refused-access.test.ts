import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { commonErrors } from '#contract/refusal.ts'
import { maxStrangers, recordRefusedAccess } from '#domain/audit/refused-access.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { startServer } from '#test/servers.ts'
import { until } from '#test/until.ts'
import { findDestination } from '../features/account/home/contract.ts'
import { listPartners } from '../features/admin/companies/contract.ts'
import { listUsers } from '../features/admin/users/contract.ts'

function refusalsFrom(ipAddress: string) {
  return rows<{ data: object; actorKind: string }>(db)`
    select data, actor_kind from audit_log
    where action = 'access_refused' and ip_address = ${ipAddress} order by data ->> 'kind'`
}

async function refusalsOf({ id }: { id: string }) {
  const entries = await auditOf(id)
  return entries.filter(({ action }) => action === 'access_refused').map(({ data }) => data)
}

test('S6: forbidden calls and forged cursors of an admin leave one row per minute and kind', async () => {
  const auditor = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(auditor)
  for (let time = 0; time < 3; time += 1)
    await refusedWith(commonErrors.forbidden, browser.call(listPartners, {}))
  const support = await addAdmin({ roles: ['support'] })
  const other = await logInAdmin(support)
  const forged = { query: { cursor: 'bm9wZQ.bm9wZQ' } }
  for (let time = 0; time < 3; time += 1)
    await refusedWith(commonErrors.invalidInput, other.call(listUsers, forged))
  await until(
    async () => (await refusalsOf(auditor)).length + (await refusalsOf(support)).length > 1,
  )
  deepEqual(await refusalsOf(auditor), [{ kind: 'forbidden' }])
  deepEqual(await refusalsOf(support), [{ kind: 'cursor' }])
})

test('S6: a CSRF failure and a rejected redirect leave a row with the address', async () => {
  const browser = await visitor({ ipAddress: '198.51.100.81' })
  await browser.fetch('/api/users/login', { method: 'POST' })
  await browser.call(findDestination, { query: { url: 'https://evil.test/' } })
  await until(async () => (await refusalsFrom('198.51.100.81')).length > 1)
  const refusals = await refusalsFrom('198.51.100.81')
  deepEqual(
    refusals.map(({ data }) => data),
    [{ kind: 'csrf' }, { kind: 'redirect' }],
  )
  equal(refusals[0]?.actorKind, 'visitor')
})

test('S6: an unknown caller with many addresses does not fill the audit log', async () => {
  const requests = Array.from({ length: 100 }, (_, i) =>
    recordRefusedAccess(db, 'csrf', { ipAddress: `203.0.113.${i}`, requestId: '' }),
  )
  await Promise.all(requests)
  const auditRows = await rows(db)`
    select from audit_log where action = 'access_refused' and ip_address like '203.0.113.%'`
  equal(auditRows.length <= 2 * maxStrangers, true)
})

test('S6: only one of two servers writes the row', async () => {
  const servers = await Promise.all([startServer(), startServer()])
  const ipAddress = '198.51.100.82'
  const requests = servers.map(({ url }) =>
    fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ipAddress },
    }),
  )
  for (const answer of await Promise.all(requests)) equal(answer.status, 403)
  await until(async () => (await refusalsFrom(ipAddress)).length > 0)
  // Gives the other server time to write a second row.
  await wait(500)
  equal((await refusalsFrom(ipAddress)).length, 1)
})
