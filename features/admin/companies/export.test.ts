import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { db, scalar } from '#server/db.ts'
import { csvLine, csvOfList } from '#server/csv.ts'
import { added, board, browser, hub } from '#test/companies.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { exportPartners } from './contract.ts'

test('B7 the export of companies has the columns and filters of the list, and no formula', async () => {
  const id = await added('Pontoon North', {
    ipAllowRules: [
      { subsystem: null, cidr: '203.0.113.0/24', name: 'Lisbon office' },
      { subsystem: hub.id, cidr: '2001:db8::/32' },
    ],
  })
  await updateRows('partners', { id }, { name: '=Pontoon+1' })
  await addUser({ company: '=Pontoon+1' })
  const quiet = await added('Pontoon South')
  await updateRows('partners', { id: quiet }, { active: false, subsystems: null })
  const answer = await browser.fetch('/api/admin/partners/export?q=pontoon')
  match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="companies-[\d-]+\.csv"$/,
  )
  const [head, ...lines] = (await answer.text()).trim().split('\r\n')
  equal(head, csvLine(Object.keys(exportPartners.csvColumns)).trim())
  const networks = `Lisbon office: 203.0.113.0/24; ${nameOf(hub)}: 2001:db8::/32`
  deepEqual(
    lines.toSorted(),
    [
      `"${id}","'=Pontoon+1","active","1","0","0","${nameOf(hub)}; ${nameOf(board)}","${networks}",""`,
      `"${quiet}","Pontoon South","inactive","0","0","0","all","",""`,
    ].toSorted(),
  )
  const narrowed = await browser.fetch('/api/admin/partners/export?q=pontoon&state=inactive')
  equal((await narrowed.text()).trim().split('\r\n').length, 2)
  deepEqual(
    await scalar(db)`
      select array_agg(data->'filters'->>'state' order by timestamp) from audit_log
      where action = 'partners_exported'`,
    [null, 'inactive'],
  )
})

test('B7 only admins who may see companies can export them, and a refused export is not recorded', async () => {
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  equal((await auditor.fetch('/api/admin/partners/export')).status, 403)
  equal((await browser.fetch('/api/admin/partners/export?state=asleep')).status, 400)
  equal(await scalar(db)`select count(*) from audit_log where action = 'partners_exported'`, 2)
})

test('the export of a list reads all pages, including those that end at the scan limit, up to its own limit', async () => {
  const all = Array.from({ length: 12 }, (_, at) => ({ text: `row ${at}`, key: [String(at)] }))
  const find = async ({ take, after }: { take: number; after: readonly string[] | undefined }) => {
    const from = after ? Number(after[0]) + 1 : 0
    // Each page scans five rows.
    const rows = all.slice(from, from + Math.min(take, 5))
    const last = rows.at(-1)
    return { rows, bound: rows.length === 5 && last ? last : undefined }
  }
  const linesOf = async (limit?: number) => {
    let text = ''
    for await (const chunk of csvOfList({ text: '' }, {}, find, limit)) text += chunk
    return text.trim().split('\r\n')
  }
  const allLines = all.map(({ text }) => `"${text}"`)
  deepEqual((await linesOf()).slice(1), allLines)
  deepEqual((await linesOf(all.length)).slice(1), allLines)
  const cut = await linesOf(7)
  equal(cut.length, 9)
  equal(cut.at(-1), '"Only the first 7 rows are in this file."')
})

/** Returns the name of a platform created by the test. */
function nameOf({ id }: { id: string }): string {
  return id.replace('platform-', 'Platform ')
}
