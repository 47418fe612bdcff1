import { doesNotMatch, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'sql-template-tag'
import { db, run, scalar, sql, transaction } from '#server/db.ts'
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

test('the conditions of approvers find people by index, however many users there are', async () => {
  const { join, mayDecide, mayRefuse } = standingOf({ kind: 'admin', id: (await addAdmin()).id })
  const plan = await transaction(db, async (tx) => {
    // Small tables are scanned anyway; without this, the plan says nothing about large ones.
    await run(tx)`set local enable_seqscan = off`
    return scalar<unknown>(tx)`
      explain (format json) select ${mayDecide}, ${mayRefuse} from approvals a ${join}`
  })
  doesNotMatch(
    JSON.stringify(plan),
    /"Seq Scan"[^}]*"Relation Name":"(users|contact_points|company_roles|audit_log)/,
  )
})
