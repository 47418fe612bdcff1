import { doesNotMatch } from 'node:assert/strict'
import { test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { db, rows, run, transaction } from '#server/db.ts'
import { awaitsDecisionBy, mayBeRefusedBy } from './approval-rights.ts'

test('the conditions of approvers find people by index, however many users there are', async () => {
  const plan = await transaction(db, async (tx) => {
    // Small tables are scanned anyway; without this, the plan says nothing about large ones.
    await run(tx)`set local enable_seqscan = off`
    const reader = { kind: 'admin', id: randomUUID() } as const
    return rows<{ 'QUERY PLAN': string }>(tx)`
      explain select from approvals a where ${awaitsDecisionBy(reader)} or ${mayBeRefusedBy(reader)}`
  })
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  doesNotMatch(lines, /Seq Scan on (?!approvals a )/)
})
