// own process: reads the list of all companies
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { addRows, ago } from '#test/rows.ts'
import type { Company } from './contract.ts'

const browser = await logInAdmin(await addAdmin())

async function pageOf(query: Record<string, string>) {
  const answer = await browser.fetch(`/api/admin/partners?${new URLSearchParams(query)}`)
  equal(answer.status, 200)
  const names = ((await answer.json()) as Company[]).map(({ name }) => name)
  const header = (name: string) => answer.headers.get(name)
  return { names, cursor: header(listHeaders.cursor), header }
}

test('a page that scanned 5,000 companies without a full page says so, and the next page continues after them', async () => {
  await addRows(
    'partners',
    Array.from({ length: 4_998 }, (_, n) => ({
      name: `Busy ${String(n + 1).padStart(5, '0')}`,
      searchText: '\nbusy',
    })),
  )
  await addRows(
    'partners',
    ['Abandoned', 'Busy no more', 'Zonked', 'Zz'].map((name) => ({
      name,
      searchText: `\n${name.toLowerCase()}`,
      createdAt: ago('61 days'),
    })),
  )
  const few = await pageOf({ noLoginFor: '60', q: 'zonked' })
  deepEqual([few.names, few.cursor, few.header(listHeaders.total)], [['Zonked'], null, '1'])
  const first = await pageOf({ noLoginFor: '60' })
  deepEqual(first.names, ['Abandoned', 'Busy no more'])
  deepEqual([listHeaders.scanned, listHeaders.total, listHeaders.estimated].map(first.header), [
    '5000',
    null,
    null,
  ])
  const second = await pageOf({ noLoginFor: '60', cursor: first.cursor ?? '' })
  deepEqual([second.names, second.cursor], [['Zonked', 'Zz'], null])
  equal(second.header(listHeaders.scanned), null)
})
