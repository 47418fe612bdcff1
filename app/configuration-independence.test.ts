// own process: sets TWO_PERSON
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { errorCodes } = await import('#contract/refusal.ts')
const { listCandidates } = await import('#domain/approvals/approval-rights.ts')
const { getApproval: findRequest } = await import('#domain/approvals/approval.ts')
const { recordAudit } = await import('#domain/audit/audit.ts')
const { findSubsystem } = await import('#domain/platforms/subsystem.ts')
const { db } = await import('#server/db.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { newApplier, newPlatformFile, requestFile, stateOf } =
  await import('#test/configuration-calls.ts')
const { logInAdmin, refusedWith } = await import('#test/people.ts')
const { addRow, ago } = await import('#test/rows.ts')
const { approveRequest, refuseRequest } = await import('../features/admin/approvals/contract.ts')
const { checkModel } = await import('../features/admin/audit-log/check-model.ts')
type TestUser = import('#test/people.ts').TestUser

// An admin who may approve.
const honest = await addSeniorAdmin()

async function approve(admin: TestUser, id: string) {
  const { call } = await logInAdmin(admin)
  return call(approveRequest, { params: { id }, body: {} })
}

/** Returns the obstacle of an admin who holds the right to decide; null for one who may. */
async function obstacleOf({ id: adminId }: TestUser, id: string) {
  const candidates = await listCandidates(db, await findRequest(db, id))
  return candidates.find((each) => each.id === adminId)?.obstacle
}

test('3Z15: admins who have added or changed the service account cannot approve its file, however long ago', async () => {
  const [maker, changer] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const applier = await newApplier({ madeBy: `admin:${maker.id}` })
  await addRow('audit_log', {
    id: randomUUID(),
    timestamp: ago('8 days'),
    actorKind: 'admin',
    actorId: changer.id,
    targetId: applier.id,
    action: 'service_account_changed',
    data: { approvalId: 'approved' },
  })
  const file = newPlatformFile()
  const id = await requestFile(applier, file)
  for (const admin of [maker, changer]) {
    equal(await obstacleOf(admin, id), 'keyHolder')
    await refusedWith(errorCodes.mayNotDecide, approve(admin, id))
  }
  equal(await obstacleOf(honest, id), null)
  deepEqual(await stateOf(applier, id), ['asked', null])
  const { call } = await logInAdmin(maker)
  await call(refuseRequest, { params: { id }, body: { reason: 'My program, but not my file' } })
  equal(await findSubsystem(db, file.id), undefined)
})

test('3Z15: a second account of the maker, and the maker of the service account that added this one, cannot approve', async () => {
  const [maker, promoted] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const tagged = maker.email.replace('@', '+second@')
  const second = await addSeniorAdmin({ email: tagged })
  const first = await newApplier({ madeBy: `admin:${maker.id}` })
  const applier = await newApplier({ madeBy: `service:${first.id}` })
  const roles = { targetId: promoted.id, data: { approvalId: 'approved' } }
  await recordAudit(db, { adminId: maker.id }, 'admin_roles_changed', roles)
  const id = await requestFile(applier, newPlatformFile())
  deepEqual(await Promise.all([maker, second, promoted].map((admin) => obstacleOf(admin, id))), [
    'keyHolder',
    'sameAddress',
    'changedByRequester',
  ])
})

test('3Z15: the model of two-person approval forbids none of these steps', async () => {
  const { forbidden } = await checkModel(db, 1)
  deepEqual(forbidden, [])
  const maker = await addSeniorAdmin()
  const applier = await newApplier({ madeBy: `admin:${maker.id}` })
  const added = { targetId: applier.id, data: { approvalId: 'approved' } }
  await recordAudit(db, { adminId: maker.id }, 'service_account_added', added)
  const id = await requestFile(applier, newPlatformFile())
  const data = { approvalId: id, kind: 'configuration-apply' }
  await recordAudit(db, { adminId: maker.id }, 'approval_approved', { targetId: applier.id, data })
  const [step] = (await checkModel(db, 1)).forbidden
  equal(step?.rule, 'keyHolder')
})
