import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { approvalKinds } from '#contract/approval.ts'
import { db, transaction } from '#server/db.ts'
import { askFor } from '#test/approvals.ts'
import { addAdmin } from '#test/people.ts'
import { ago, fromNow, now, updateRows } from '#test/rows.ts'
import { findApproval, type Approval } from './approval.ts'
import { carryOutDue, type ApprovalExecutor } from './carry-out.ts'
import { endExpiredApprovals } from './second-person.ts'

const grace = await addAdmin({ roles: ['super_admin'] })
const approved = { decision: 'approved', decidedKind: 'system', decidedBy: 'break-glass' }

const ask = () => askFor(grace, { kind: 'users-deactivate', targetId: crypto.randomUUID() })
const outcomeOf = async ({ id }: Approval) => (await findApproval(db, id))?.outcome

/** Returns executors that fail for all requests but one. */
function executorsFor({ id }: Approval) {
  let tries = 0
  const prepare = async (_: unknown, approval: Approval) => {
    tries += 1
    if (approval.id !== id) throw new Error('a fault of the program')
    return async () => undefined
  }
  const executors = {} as Record<Approval['kind'], ApprovalExecutor>
  for (const kind of approvalKinds) executors[kind] = { prepare }
  return { executors, tries: () => tries }
}

test('3S4: fifty approvals that fail are tried once in a run and do not hold up the next one', async () => {
  const requests: Approval[] = []
  for (let count = 0; count <= 50; count += 1) requests.push(await ask())
  const ids = requests.map(({ id }) => id)
  const times = { decidedAt: now, notBefore: ago('1 hour'), expiresAt: fromNow('1 day') }
  await updateRows('approvals', { id: ids }, { ...approved, ...times })
  const last = requests.at(-1)!
  await updateRows('approvals', { id: last.id }, { notBefore: ago('1 minute') })
  const { executors, tries } = executorsFor(last)
  await carryOutDue(db, executors)
  equal(tries(), 51)
  deepEqual(await Promise.all(requests.slice(49).map(outcomeOf)), [null, 'done'])
  await updateRows('approvals', { id: ids }, { doneAt: now, outcome: 'expired' })
})

test('3S4: an expired request that cannot be ended holds up no other', async () => {
  const [first, second] = [await ask(), await ask()]
  await updateRows('approvals', { id: [first.id, second.id] }, { expiresAt: ago('1 minute') })
  await transaction(db, async (tx) => {
    await updateRows('approvals', { id: first.id }, { reason: 'They called' }, tx)
    await endExpiredApprovals(db)
    deepEqual(await Promise.all([first, second].map(outcomeOf)), [null, 'expired'])
  })
  await endExpiredApprovals(db)
  equal(await outcomeOf(first), 'expired')
})
