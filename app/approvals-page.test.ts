import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addApproval, type Approval } from '#domain/approvals/approval.ts'
import type { RecordedAction } from '#contract/audit-action.ts'
import { permissionsOf } from '#contract/permission.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import type { AdminCaller } from '#server/caller.ts'
import { createPool, db, run, sql, transaction } from '#server/db.ts'
import { addSeniorAdmin, askFor } from '#test/approvals.ts'
import { addAdmin, addPlatform, addUser, logInAdmin, type TestUser } from '#test/people.ts'
import { countReads } from '#test/reads.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import * as contract from '../features/admin/approvals/contract.ts'
import { findApprovals } from '../features/admin/approvals/list.ts'

const decider = await addSeniorAdmin({ firstname: 'Dora', lastname: 'Decide' })
const browser = await logInAdmin(decider)
const requester = await addSeniorAdmin({ firstname: 'Asta', lastname: 'Ask' })

const getApproval = (id: string) => browser.call(contract.getApproval, { params: { id } })

function requestFor(user: TestUser): Promise<Approval> {
  return askFor(requester, {
    kind: 'replace-factors',
    targetId: user.id,
    proposal: { lost: 'factors' },
    delay: '24 hours',
  })
}

test('a refused request shows who refused it, when and why; an open one has not ended', async () => {
  const { id } = await requestFor(await addUser())
  equal((await getApproval(id)).ended, null)
  const body = { reason: 'The number on record denied it' }
  const { ended } = await browser.call(contract.refuseRequest, { params: { id }, body })
  deepEqual([ended?.by?.name, ended?.reason], ['Dora Decide', 'The number on record denied it'])
  match(ended?.at ?? '', /^20/)
})

test('a canceled request shows who canceled it and why, and an expired one shows no decision', async () => {
  const [first, second] = [await requestFor(await addUser()), await requestFor(await addUser())]
  const own = await logInAdmin(requester)
  await own.call(contract.cancelRequest, {
    params: { id: first.id },
    body: { reason: 'They found the phone' },
  })
  const { ended } = await getApproval(first.id)
  deepEqual([ended?.by?.name, ended?.reason], ['Asta Ask', 'They found the phone'])
  await updateRows('approvals', { id: second.id }, { expiresAt: ago('1 second') })
  const expired = await getApproval(second.id)
  deepEqual([expired.state, expired.ended?.by, expired.ended?.reason], ['expired', null, ''])
})

test('a canceled request has the time of the cancellation in the list, also if it was approved before', async () => {
  const { id, targetId } = await requestFor(await addUser())
  const decision = { decision: 'approved', decidedKind: 'admin', decidedBy: decider.id }
  await updateRows('approvals', { id }, { ...decision, decidedAt: ago('2 hours') })
  const own = await logInAdmin(requester)
  const body = { reason: 'They found the phone' }
  await own.call(contract.cancelRequest, { params: { id }, body })
  const [listed] = await browser.call(contract.listApprovals, { query: { target: targetId } })
  const { ended } = await getApproval(id)
  deepEqual([listed?.state, listed?.cancelledAt], ['cancelled', ended?.at])
})

test('a platform is shown by name, also after an empty, long or quoted text in the proposal', async () => {
  const { id: platform } = await addPlatform({ id: 'pier', name: 'The Pier' })
  for (const note of ['', 'x'.repeat(101), 'a "quoted\\" text']) {
    const { id } = await askFor(requester, {
      kind: 'replace-factors',
      targetId: (await addUser()).id,
      proposal: { note, subsystems: [platform] },
    })
    equal((await getApproval(id)).names[platform], 'The Pier', note)
  }
})

test('approvers with one name are shown with their addresses, others without', async () => {
  const name = { firstname: 'Rosa', lastname: 'Twice' }
  const [first, second] = [await addSeniorAdmin(name), await addAdmin(name)]
  const { deciders, excluded } = await getApproval((await requestFor(await addUser())).id)
  equal(deciders.find(({ id }) => id === first.id)?.email, first.email)
  equal(excluded?.find(({ id }) => id === second.id)?.email, second.email)
  equal('email' in (deciders.find(({ id }) => id === decider.id) ?? {}), false)
})

const owner = createPool(config.databaseOwnerUrl, 1)

/** Records an entry of the audit log about this user, `hours` ago. */
async function recordEntry(
  action: RecordedAction,
  hours: number,
  details: object,
  actor: object,
): Promise<void> {
  await recordAudit(db, { ipAddress: '192.0.2.9', ...actor }, action, details)
  const id = sql`= (select id from audit_log where action = ${action} order by timestamp desc, id desc limit 1)`
  await backdate('audit_log', { id }, { timestamp: `${hours} hours` }, owner)
}

test('an approver sees what happened to the account in the 24 hours before the request, and nothing older or about other users', async () => {
  const [ada, other] = [await addUser(), await addUser()]
  const failed = { targetId: ada.id, data: { reason: 'password' } }
  const login = { data: { browser: 'Firefox on Linux' } }
  await recordEntry('login_succeeded', 50, login, { userId: ada.id })
  await recordEntry('password_changed', 25, {}, { userId: ada.id })
  await recordEntry('login_failed', 26, failed, {})
  await recordEntry('login_failed', 2, failed, {})
  await recordEntry('login_failed', 1, failed, {})
  await recordEntry('login_failed', 1, { ...failed, targetId: other.id }, {})
  await recordEntry('login_succeeded', 3, login, { userId: ada.id })
  const profile = { targetId: ada.id, data: { after: { jobTitle: 'Captain' } } }
  await recordEntry('profile_changed', 3, profile, { userId: ada.id })
  await recordEntry(
    'password_reset',
    4,
    { targetId: ada.id },
    { userId: ada.id, ipAddress: '192.0.2.77' },
  )
  await recordEntry(
    'login_succeeded',
    1,
    { data: { browser: 'Chrome on Windows' } },
    { userId: ada.id, ipAddress: '192.0.2.77' },
  )
  await owner.end()
  const { id } = await requestFor(ada)
  const { signs } = await getApproval(id)
  deepEqual(
    signs?.map(({ kind, count, values }) => [kind, count, values]),
    [
      ['failedLogins', 2, []],
      ['passwordByLink', 1, []],
      ['newAddress', 2, ['192.0.2.77']],
      ['newBrowser', 1, ['Chrome on Windows']],
    ],
  )
  deepEqual(
    (await getApproval((await requestFor(other)).id)).signs?.map(({ kind }) => kind),
    ['failedLogins'],
  )
  // The requester may not approve.
  const own = await (await logInAdmin(requester)).call(contract.getApproval, { params: { id } })
  deepEqual([own.mayDecide, own.signs], [false, null])
})

test('a request from an address without earlier logins shows a warning sign', async () => {
  const ada = await addUser()
  const request = await transaction(db, async (tx) => {
    const actor = { kind: 'user', id: ada.id } as const
    const approval = await addApproval(tx, actor, {
      kind: 'replace-factors',
      targetId: ada.id,
      partnerId: null,
      proposal: { lost: 'factors' },
      before: {},
      targetVersion: null,
      needs: [],
      reason: '',
      delay: '24 hours',
    })
    const details = { targetId: ada.id, data: { approvalId: approval.id } }
    await recordAudit(tx, { userId: ada.id, ipAddress: '192.0.2.5' }, 'approval_asked', details)
    return approval
  })
  const { signs } = await getApproval(request.id)
  ok(signs?.some(({ kind, values }) => kind === 'newAddress' && values.includes('192.0.2.5')))
})

test('3S10: a page of approvals reads the user of each request by id, however many users there are', async () => {
  const caller = {
    adminId: decider.id,
    roles: ['super_admin'],
    permissions: permissionsOf(['super_admin']),
  } as unknown as AdminCaller
  for (let added = 0; added < 30; added += 1) await addUser({ hasSecondFactor: false })
  await requestFor(await addUser())
  const { result, reads } = await countReads(['users'], async (tx) => {
    // Because reading all of a small table is the faster way.
    await run(tx)`set local enable_seqscan = off`
    return findApprovals(tx, caller, {}, { take: 5 })
  })
  equal(result.length, 5)
  ok(reads <= 5 * 4, `${reads} rows of users`)
})
