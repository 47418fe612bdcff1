import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  countByTime,
  countNew,
  listActions,
  listEntries,
  suggest,
} from '../../features/admin/audit-log/contract.ts'
import { recordOpened, searchEverything } from '../../features/admin/search/contract.ts'
import { newCompany, newUser } from './people.ts'
import { newPlatform } from './platforms.ts'
import { admin } from './staff.ts'
import { until } from './until.ts'

const { call } = admin.browser

test('the search finds users, companies, platforms and admins, and the log records opened records', async () => {
  const [company, platform] = [await newCompany(), await newPlatform()]
  const user = await newUser({ companyId: company.id })
  const find = (q: string) => call(searchEverything, { query: { q } })
  deepEqual(
    (await find(user.email)).users.map(({ id }) => id),
    [user.id],
  )
  deepEqual(
    (await find(company.name)).companies.map(({ id }) => id),
    [company.id],
  )
  deepEqual(
    (await find(platform.name)).platforms.map(({ id }) => id),
    [platform.id],
  )
  ok((await find(admin.email)).admins.some(({ id }) => id === admin.id))

  await call(recordOpened, { body: { kind: 'user', id: user.id } })
  const entries = await call(listEntries, { query: { user: admin.id, limit: 20 } })
  const opened = entries.find(({ targetId }) => targetId === user.id)
  ok(opened, 'the opened user is in the log')
  const { requests } = await find(opened.requestId)
  deepEqual(
    requests.map(({ id }) => id),
    [opened.requestId],
  )
})

test('the audit log lists, counts and suggests a user’s actions', async () => {
  const user = await newUser()
  const entries = await call(listEntries, { query: { user: user.id } })
  ok(entries.some(({ action }) => action === 'signed_up'))
  ok((await call(listActions, {})).includes('signed_up'))
  const after = new Date(Date.now() - 3_600_000).toISOString()
  ok((await call(countNew, { query: { user: user.id, after } })).count >= 1)
  const { users } = await call(suggest, { query: { q: user.email } })
  deepEqual(
    users.map(({ id }) => id),
    [user.id],
  )
  await until('sealed entries in the histogram', async () => {
    const { parts } = await call(countByTime, { query: { action: ['signed_up'] } })
    return parts.some(({ count }) => count > 0)
  })
})
