import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { auditor, list, busyUser } from '#test/auditor.ts'
import { logIn, refusedWith } from '#test/people.ts'

test('AP-18 AP-21 pages by cursor or URL contain each entry exactly once', async () => {
  const ada = await busyUser(23)
  const numbers: unknown[] = []
  let url = `/api/admin/auditlogs?user=${ada.id}&limit=5&action=logged_out&action=signed_up`
  for (let page = 0; url !== ''; page += 1) {
    const answer = await auditor.fetch(url)
    equal(answer.status, 200)
    numbers.push(...((await answer.json()) as { data: { n: number } }[]).map(({ data }) => data.n))
    url = answer.headers.get('x-next-url') ?? ''
    equal(url === '', page === 4)
    equal(answer.headers.has('x-next-cursor'), page < 4)
  }
  deepEqual(
    numbers,
    Array.from({ length: 23 }, (_, n) => 22 - n),
  )
})

test('AP-18 entries recorded in the meantime do not shift the pages', async () => {
  const ada = await busyUser(6)
  const first = await auditor.fetch(`/api/admin/auditlogs?user=${ada.id}&limit=3`)
  await recordAudit(db, { userId: ada.id }, 'logged_out', { data: { n: 99 } })
  const next = await auditor.fetch(first.headers.get('x-next-url') ?? '')
  deepEqual(
    ((await next.json()) as { data: { n: number } }[]).map(({ data }) => data.n),
    [2, 1, 0],
  )
})

test('a forged, altered or foreign cursor is rejected at its field', async () => {
  const ada = await busyUser(3)
  const first = await auditor.fetch(`/api/admin/auditlogs?user=${ada.id}&limit=2`)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const forged = Buffer.from(JSON.stringify(['infinity', ada.id])).toString('base64url')
  const other = await logIn(ada)
  await other.fetch('/api/users/login/history?limit=1')
  for (const [wrong, query] of [
    [`x${cursor}`, { user: ada.id }],
    [`${cursor.slice(0, -2)}AA`, { user: ada.id }],
    [`${forged}.${cursor.split('.')[1]}`, { user: ada.id }],
    // A valid cursor of another search.
    [cursor, {}],
    ['', { user: ada.id }],
    ['0', { user: ada.id }],
  ] as const) {
    if (wrong === '') continue
    const refusal = await refusedWith(
      commonErrors.invalidInput,
      list({ ...query, limit: 2, cursor: wrong }),
    )
    equal(refusal.faults[0]?.field, 'cursor')
  }
})

test('an invalid or unknown parameter is rejected at its field', async () => {
  const wrong: [string, string][] = [
    ['startDate=2026-02-01&endDate=2026-01-31', 'endDate'],
    ['startDate=2026-02-01T10:00:00Z&endDate=2026-02-01T09:59:59Z', 'endDate'],
    ['startDate=yesterday', 'startDate'],
    ['startDate=0000-01-01', 'startDate'],
    ['endDate=2026-13-45', 'endDate'],
    ['limit=100000', 'limit'],
    ['limit=0', 'limit'],
    ['limit=five', 'limit'],
    ['action=stolen', 'action'],
    ['action=logged_out&action=stolen', 'action'],
    ["ipAddress=1'or'1", 'ipAddress'],
    ['subSystem=%3C', 'subSystem'],
    ['requestId=%20%25', 'requestId'],
    ['user=ada', 'user'],
    ['colour=green', 'colour'],
  ]
  for (const [query, field] of wrong) {
    const answer = await auditor.fetch(`/api/admin/auditlogs?${query}`)
    const problem = (await answer.json()) as { errorCode: number; errors: { field: string }[] }
    deepEqual(
      [answer.status, problem.errorCode, problem.errors[0]?.field],
      [400, 400001, field],
      query,
    )
  }
})
