import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { db } from '#server/db.ts'
import { addSeniorAdmin } from '#test/approvals.ts'
import { addManyAdmins, type TestUser } from '#test/people.ts'
import { addRows, ago, updateRows } from '#test/rows.ts'
import { recordAudit } from '../audit/audit.ts'
import { listCandidates, type Case } from './approval-rights.ts'

/** Returns the obstacle of each holder of the right to decide a request of this admin, by id. */
async function obstaclesOf(requester: TestUser): Promise<Map<string, string | null>> {
  const request: Case = {
    kind: 'admin-add',
    partnerId: null,
    targetId: randomUUID(),
    askedKind: 'admin',
    askedBy: requester.id,
    askedAt: new Date(),
    needs: [],
  }
  const candidates = await listCandidates(db, request)
  return new Map(candidates.map((each) => [each.id, each.obstacle]))
}

/** Records that an admin has changed the roles of another. */
const touch = (by: TestUser, target: TestUser, data = {}) =>
  recordAudit(db, { adminId: by.id }, 'admin_roles_changed', { targetId: target.id, data })

test('3Z4: an approved change by a third person does not make two accounts one person', async () => {
  const [requester, other] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const [third, fourth] = [await addSeniorAdmin(), await addSeniorAdmin()]
  await touch(fourth, third)
  await touch(third, requester)
  await touch(third, other, { approvalId: 'approved' })
  equal((await obstaclesOf(requester)).get(other.id), null)
  equal((await obstaclesOf(other)).get(requester.id), null)
  await touch(third, other)
  equal((await obstaclesOf(requester)).get(other.id), 'sameHand')
  equal((await obstaclesOf(other)).get(requester.id), 'sameHand')
})

test('3Z5: two people with one mailbox who have changed the accounts make them one person', async () => {
  const [requester, other] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const [third, fourth] = [await addSeniorAdmin(), await addSeniorAdmin()]
  await touch(third, requester)
  await touch(fourth, other)
  equal((await obstaclesOf(requester)).get(other.id), null)
  await updateRows('admins', { id: third.id }, { email: 'two.hands@quay.example' })
  await updateRows('admins', { id: fourth.id }, { email: 'two.hands+fourth@quay.example' })
  equal((await obstaclesOf(requester)).get(other.id), 'sameHand')
})

test('changes of accounts by one another end the search for hands, and make them one person', async () => {
  const [requester, other, third] = [
    await addSeniorAdmin(),
    await addSeniorAdmin(),
    await addSeniorAdmin(),
  ]
  await touch(other, third)
  await touch(third, other)
  equal((await obstaclesOf(requester)).get(other.id), null)
  await touch(third, requester)
  equal((await obstaclesOf(requester)).get(other.id), 'sameHand')
})

test('the approvers of a request are found where many admins have changed one another', async () => {
  const requester = await addSeniorAdmin()
  const ids = Array.from({ length: 100 }, () => randomUUID())
  await addManyAdmins(ids.map((id, at) => ({ id, email: `many-${at}@quay.example` })))
  const right = { role: 'super_admin', givenAt: ago('2 days') }
  const roles = ids.map((adminId) => ({ ...right, adminId }))
  await addRows('admin_roles', roles)
  const touches = { timestamp: ago('1 hour'), actorKind: 'admin', action: 'admin_roles_changed' }
  await addRows(
    'audit_log',
    ids.flatMap((targetId, at) =>
      Array.from({ length: 20 }, (_, step) => ({
        ...touches,
        targetId,
        actorId: ids[(at + (step + 1) * 7) % ids.length],
      })),
    ),
  )
  const obstacles = await obstaclesOf(requester)
  ok(ids.every((id) => obstacles.get(id) === null))
})
