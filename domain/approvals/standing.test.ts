import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'sql-template-tag'
import { db, scalar, sql } from '#server/db.ts'
import { addAdmin } from '#test/people.ts'
import { standingOf } from './standing.ts'

test('the conditions of a list of requests evaluate independence once for each request', async () => {
  const { id } = await addAdmin()
  const { join, mayDecide, mayRefuse } = standingOf({ kind: 'admin', id })
  const countSearches = async (columns: Sql) => {
    const plan = await scalar<unknown>(db)`
      explain (format json) select ${columns} from approvals a ${join}`
    return JSON.stringify(plan).split('"Recursive Union"').length - 1
  }
  const once = await countSearches(mayDecide)
  ok(once > 0)
  equal(await countSearches(sql`${mayDecide}, ${mayRefuse}, not ${mayRefuse}`), once)
})
