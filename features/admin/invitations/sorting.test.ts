// own process: reads the list of all invitations
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import { db, run, scalar } from '#server/db.ts'
import { browser, invited } from '#test/invitations.ts'
import { addRows, ago, now, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

async function pageOf(query: Record<string, string>) {
  const answer = await browser.fetch(`/api/admin/invitations?${new URLSearchParams(query)}`)
  equal(answer.status, 200)
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id)
  const header = (name: string) => answer.headers.get(name)
  return { ids, cursor: header(listHeaders.cursor) ?? '', header }
}

async function allOf(query: Record<string, string>): Promise<string[]> {
  const { ids, cursor } = await pageOf({ ...query, limit: '1' })
  return cursor === '' ? ids : [...ids, ...(await allOf({ ...query, cursor }))]
}

test('B6 invitations are sorted by last sending and by expiry, page by page', async () => {
  const [first, second, third] = [await invited(), await invited(), await invited()]
  await browser.call(contract.resendInvitation, { params: { id: first.id }, body: {} })
  const bySending = [second.id, third.id, first.id]
  deepEqual(await allOf({ sort: 'sent' }), bySending)
  deepEqual(await allOf({ sort: '-sent' }), bySending.toReversed())
  deepEqual(await allOf({}), [third.id, second.id, first.id])

  await updateRows('invitations', { id: third.id }, { linkExpiresAt: now })
  const byExpiry = [third.id, second.id, first.id]
  deepEqual(await allOf({ sort: 'expires' }), byExpiry)
  deepEqual(await allOf({ sort: '-expires' }), byExpiry.toReversed())
  await browser.call(contract.revokeInvitation, { params: { id: second.id }, body: {} })
  deepEqual(await allOf({ sort: 'expires', state: 'open' }), [third.id, first.id])
  equal((await browser.fetch('/api/admin/invitations?sort=name')).status, 400)
})

test('a sorted page scans 5,000 invitations for its filters, and the next page continues after them', async () => {
  const { id } = await invited()
  const company = await scalar<string>(db)`select partner_id from invitations where id = ${id}`
  await addRows(
    'invitations',
    Array.from({ length: 5_000 }, (_, n) => ({
      partnerId: company,
      email: `many${n}@quay.example`,
      firstname: 'M',
      lastname: 'Any',
      searchText: '\n',
      createdAt: ago(`1 day ${n + 1} minutes`),
      acceptedAt: now,
    })),
  )
  const query = { sort: 'sent', state: 'open,expired', limit: '200' }
  const first = await pageOf(query)
  deepEqual([first.ids, first.header(listHeaders.scanned)], [[], '5000'])
  const second = await pageOf({ ...query, cursor: first.cursor })
  equal(second.ids.at(-1), id)
  equal(second.header(listHeaders.scanned), null)
})

test('sorting by sending and by expiry uses an index', async () => {
  await run(db)`analyze invitations`
  for (const [column, index] of [
    ['coalesce(i.sent_at, i.created_at)', 'invitations_by_sending'],
    [`coalesce(i.link_expires_at, '-infinity'::timestamptz)`, 'invitations_by_expiry'],
  ] as const) {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(
      `explain select i.* from invitations i order by ${column} desc, i.id desc limit 51`,
    )
    equal(
      rows.some((line) => line['QUERY PLAN'].includes(index)),
      true,
      index,
    )
  }
})
