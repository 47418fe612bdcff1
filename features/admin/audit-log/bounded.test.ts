import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { addRows, ago } from '#test/rows.ts'

const browser = await logInAdmin(await addAdmin({ roles: ['auditor'] }))

async function pageOf(query: readonly [string, string][]) {
  const answer = await browser.fetch(`/api/admin/auditlogs?${new URLSearchParams([...query])}`)
  equal(answer.status, 200)
  const requests = ((await answer.json()) as AuditEntry[]).map(({ requestId }) => requestId)
  const [cursor, scanned] = [listHeaders.cursor, listHeaders.scanned].map((name) =>
    answer.headers.get(name),
  )
  return { requests, cursor, scanned }
}

/** Adds one entry for each age in seconds; request ids are `<name>1`, `<name>2` and so on. */
async function addEntries(
  name: string,
  { action, subSystem, ago: ages }: { action: string; subSystem: string; ago: readonly number[] },
) {
  const actorId = randomUUID()
  const entries = ages.map((seconds, at) => ({
    timestamp: ago(`${seconds} seconds`),
    actorId,
    action,
    subSystem,
    requestId: `${name}${at + 1}`,
  }))
  await addRows('audit_log', entries)
}

const often = Array.from({ length: 12_000 }, (_, at) => 100 + at / 100)
await addEntries('often', { action: 'logged_out', subSystem: 'portal', ago: often })

test('with filters that no index covers together, a page scans 10,000 entries, and the next page continues', async () => {
  await addEntries('hub', { action: 'logged_out', subSystem: 'hub', ago: [50, 150, 300, 400] })
  await addEntries('rare', { action: 'profile_changed', subSystem: 'hub', ago: [60, 350] })

  const alone = await pageOf([['action', 'logged_out']])
  deepEqual([alone.requests.length, alone.scanned], [50, null])

  const filters: [string, string][] = [
    ['action', 'logged_out'],
    ['action', 'profile_changed'],
    ['subSystem', 'hub'],
  ]
  const first = await pageOf(filters)
  // Entries older than the scan of one action are left to the next page, even if another action matched them.
  deepEqual([first.requests, first.scanned], [['hub1', 'rare1', 'hub2'], '10000'])
  const second = await pageOf([...filters, ['cursor', first.cursor ?? '']])
  deepEqual(
    [second.requests, second.scanned, second.cursor],
    [['hub3', 'rare2', 'hub4'], null, null],
  )
})

test('a full page also ends where the scan of one action stopped, so that later pages contain all of its entries', async () => {
  await addEntries('late', { action: 'logged_out', subSystem: 'depot', ago: [255] })
  await addEntries('full', {
    action: 'profile_changed',
    subSystem: 'depot',
    ago: [60, 70, 80, 250, 260, 350],
  })
  const filters: [string, string][] = [
    ['action', 'logged_out'],
    ['action', 'profile_changed'],
    ['subSystem', 'depot'],
    ['limit', '2'],
  ]
  const pages: [string[], string | null | undefined][] = []
  let cursor: string | null | undefined = ''
  while (typeof cursor === 'string') {
    const page = await pageOf(cursor === '' ? filters : [...filters, ['cursor', cursor]])
    pages.push([page.requests, page.scanned])
    cursor = page.cursor
  }
  deepEqual(pages, [
    [['full1', 'full2'], null],
    [['full3'], '10000'],
    [['full4', 'late1'], null],
    [['full5', 'full6'], null],
  ])
})
