import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { mock, test } from 'node:test'
import pg from 'pg'
import { errorCodes } from '#contract/refusal.ts'
import { csvOfAudit } from '#domain/audit/audit-csv.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { auditor, list, busyUser } from '#test/auditor.ts'
import { addAdmin, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { exportEntries } from './contract.ts'

test('the export is a CSV file that opens in a spreadsheet, and none of its cells is a formula', async () => {
  const ada = await addUser({ firstname: '@Ada', lastname: 'O"Neil, Byron' })
  const nasty = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'plain, "quoted"\nand on']
  for (const subSystem of nasty)
    await recordAudit(db, { userId: ada.id }, 'platform_access_refused', { subSystem })
  const answer = await auditor.fetch(`/api/admin/auditlogs/export?user=${ada.id}`)
  match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-log-[\d-]+\.csv"$/,
  )
  match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  ok(text.startsWith('\uFEFF"timestamp","user","userId"'))
  const cells = nasty.toReversed().map((each) => {
    const safe = each.startsWith('plain') ? each : `'${each}`
    return `,"${safe.replaceAll('"', '""')}","",`
  })
  let from = 0
  for (const cell of cells) {
    const at = text.indexOf(cell, from)
    ok(at > 0, cell)
    from = at
  }
  ok(text.includes(`"'@Ada O""Neil, Byron"`))
  ok(text.endsWith('"\r\n'))
  match(text, /\r\n"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/)
})

test('X16: cells that begin with a full-width formula sign are escaped', async () => {
  const ada = await addUser({ firstname: '＠Ada' })
  const nasty = ['＝1+1', '＋1', '－1', '＠x', '﹦1', '﹢1', '﹣1', '﹫x', '⁼1', ' ＝1', '\u00a0=1']
  for (const subSystem of nasty)
    await recordAudit(db, { userId: ada.id }, 'platform_access_refused', { subSystem })
  const answer = await auditor.fetch(`/api/admin/auditlogs/export?user=${ada.id}`)
  const text = await answer.text()
  for (const value of [...nasty, '＠Ada Byron']) ok(text.includes(`,"'${value}",`), value)
  equal(/(^|,)"[\s]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼]/m.test(text), false)
  ok(!text.includes('sep='))
})

test('the export reads all pages up to its limit, and its last line reports entries beyond it', async () => {
  const ada = await busyUser(12)
  const read = async (most: number) => {
    let text = ''
    for await (const piece of csvOfAudit(db, { who: [ada.id], seesAdmins: true }, { limit: most }))
      text += piece
    return text.trim().split('\r\n')
  }
  equal((await read(1_000)).length, 13)
  equal((await read(12)).length, 13)
  const cut = await read(5)
  equal(cut.length, 7)
  equal(cut.at(-1), '"Only the latest 5 entries are in this file."')
})

test('the export requires a recent step-up and is recorded in the audit log', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const stale = await logInAdmin(admin, { hasRecentStepUp: false })
  await refusedWith(errorCodes.stepUpRequired, stale.call(exportEntries, {}))
  equal((await list({ user: admin.id, action: 'audit_log_exported' })).length, 0)
  const fresh = await logInAdmin(admin)
  await fresh.fetch('/api/admin/auditlogs/export?action=logged_out')
  const [entry] = await list({ user: admin.id, action: 'audit_log_exported' })
  deepEqual(entry?.data['filters'], { actions: ['logged_out'], seesAdmins: true })
})

test('P9: an export whose first page cannot be read answers 500 and is not recorded', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin)
  const { query } = pg.Client.prototype
  const broken = mock.method(pg.Client.prototype, 'query', function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const text = JSON.stringify(args[0])
    if (!text.includes('a.actor_id as user_id')) return Reflect.apply(query, this, args)
    return Promise.reject(new Error('the disk is gone'))
  } as never)
  const answer = await browser.fetch('/api/admin/auditlogs/export')
  broken.mock.restore()
  equal(answer.status, 500)
  equal(answer.headers.get('content-disposition'), null)
  match(answer.headers.get('content-type') ?? '', /problem\+json/)
  equal((await list({ user: admin.id, action: 'audit_log_exported' })).length, 0)
})
