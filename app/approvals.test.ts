// own process: sets TWO_PERSON and MASS_SESSIONS
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

process.env['TWO_PERSON'] = 'on'
process.env['MASS_SESSIONS'] = '1'
const { approvalRules } = await import('#contract/approval.ts')
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { lockAdmins } = await import('#domain/accounts/admin.ts')
const { findApproval } = await import('#domain/approvals/approval.ts')
const { db, rows, scalar, transaction, sql } = await import('#server/db.ts')
const { addSeniorAdmin, ageRoles } = await import('#test/approvals.ts')
const { approvalCases } = await import('#test/approval-cases.ts')
const { auditOf } = await import('#test/audit.ts')
const people = await import('#test/people.ts')
const { ago, deleteRows, fromNow, updateRows } = await import('#test/rows.ts')
const { addAdmin, logInAdmin, refusedWith } = people
const contract = await import('../features/admin/approvals/contract.ts')
const { timetable } = await import('./registry/timetable.ts')
type ApprovalCase = import('#test/approval-requests.ts').ApprovalCase
type Visitor = import('#test/people.ts').Visitor

// Another admin who could approve.
await addSeniorAdmin()

const { changedMeanwhile, mayNotDecide } = errorCodes
const evidence = 'I called back under the number of the contract'

/** Adds an admin who may approve, logged in. */
async function newDecider() {
  const decider = await addSeniorAdmin({ firstname: 'Dora' })
  return { decider, browser: await logInAdmin(decider) }
}

function approve(browser: Visitor, { approvalId: id }: ApprovalCase) {
  return browser.call(contract.approveRequest, { params: { id }, body: { evidence } })
}

function refuse(browser: Visitor, { approvalId: id }: ApprovalCase) {
  const body = { reason: 'Nobody ordered it' }
  return browser.call(contract.refuseRequest, { params: { id }, body })
}

async function stateOf({ approvalId }: ApprovalCase) {
  const approval = await findApproval(db, approvalId)
  return [approval?.state, approval?.outcome]
}

async function actionsAbout({ targetId, approvalId }: ApprovalCase): Promise<string[]> {
  const entries = await auditOf(targetId)
  return entries
    .filter(
      ({ action, data }) => action.startsWith('approval_') && data['approvalId'] === approvalId,
    )
    .map(({ action }) => action)
}

/** Ends the waiting period of a reset and runs the job. */
async function passTime({ approvalId }: ApprovalCase): Promise<void> {
  await updateRows('approvals', { id: approvalId }, { notBefore: ago('1 second') })
  await timetable['carry-out-approvals'].work()
}

for (const [kind, createRequest] of Object.entries(approvalCases)) {
  test(`${kind}: the request waits, is carried out after another admin approves it, and is recorded`, async () => {
    const request = await createRequest()
    equal(await request.isDone(), false)
    const { decider, browser } = await newDecider()
    await approve(browser, request)
    await passTime(request)
    equal(await request.isDone(), true)
    deepEqual(await stateOf(request), ['done', 'done'])
    deepEqual(await actionsAbout(request), ['approval_asked', 'approval_approved', 'approval_done'])
    const [, approved] = (await auditOf(request.targetId)).filter(({ action }) =>
      action.startsWith('approval_'),
    )
    deepEqual(
      [approved?.actorId, approved?.data['evidence'], approved?.data['askedBy']],
      [decider.id, evidence, request.asker.id],
    )
    const byAsker = await scalar<number>(db)`
      select count(*)::int from audit_log
      where actor_id = ${request.asker.id} and data ->> 'approvalId' = ${request.approvalId}
        and action not like 'approval_%'`
    ok(byAsker, 'the action is recorded as one of the requester')
    const mails = await rows<{ kind: string; userId: string }>(db)`
      select kind, user_id from mails where data ->> 'approvalId' = ${request.approvalId}
        and user_id = any(${[request.asker.id]}::uuid[]) order by id`
    deepEqual([...new Set(mails.map((mail) => mail.kind))], ['approval-decided'])
  })

  test(`${kind}: requester and target cannot decide, and admins whose role is less than a day old cannot approve`, async () => {
    const request = await createRequest()
    const recentAdmin = await addAdmin()
    const concerned = [request.asker, ...(request.target ? [request.target] : []), recentAdmin]
    for (const admin of concerned) {
      const browser = await logInAdmin(admin)
      await refusedWith(mayNotDecide, approve(browser, request))
      if (admin !== recentAdmin) await refusedWith(mayNotDecide, refuse(browser, request))
      const listed = await browser.call(contract.getApproval, {
        params: { id: request.approvalId },
      })
      deepEqual([listed.mayDecide, listed.mayRefuse], [false, admin === recentAdmin])
    }
    // Old enough now, but not when the request was made.
    await updateRows('admin_roles', { adminId: recentAdmin.id }, { givenAt: ago('23 hours') })
    await refusedWith(mayNotDecide, approve(await logInAdmin(recentAdmin), request))
    deepEqual(await stateOf(request), ['asked', null])
    equal(await request.isDone(), false)
    const refusals = (await actionsAbout(request)).filter(
      (action) => action === 'approval_decision_refused',
    )
    equal(refusals.length, concerned.length * 2)
  })

  test(`${kind}: an admin who lost the right cannot approve`, async () => {
    const request = await createRequest()
    const { decider, browser } = await newDecider()
    await updateRows('admin_roles', { adminId: decider.id }, { role: 'auditor' })
    await refusedWith(commonErrors.forbidden, approve(browser, request))
    deepEqual(await stateOf(request), ['asked', null])
    equal(await request.isDone(), false)
  })

  test(`${kind}: the action fails if the requester lost the right`, async () => {
    const request = await createRequest()
    const { browser } = await newDecider()
    await deleteRows('admin_roles', { adminId: request.asker.id })
    await approve(browser, request)
    await passTime(request)
    deepEqual(await stateOf(request), ['failed', 'asker not allowed'])
    equal(await request.isDone(), false)
    equal((await actionsAbout(request)).at(-1), 'approval_failed')
  })

  // With many users, each is checked individually. A user's other changes do not affect the replacement of the second
  // factor.
  if (kind !== 'users-deactivate' && kind !== 'replace-factors')
    test(`${kind}: the action fails if the target changed in the meantime`, async () => {
      const request = await createRequest()
      ok(request.change)
      await request.change()
      await approve((await newDecider()).browser, request)
      await passTime(request)
      deepEqual(await stateOf(request), ['failed', 'changed meanwhile'])
      equal(await request.isDone(), false)
    })

  test(`${kind}: an expired, canceled or refused request cannot be decided, and can be made again`, async () => {
    const request = await createRequest()
    const { browser } = await newDecider()
    await updateRows('approvals', { id: request.approvalId }, { expiresAt: ago('1 second') })
    await refusedWith(changedMeanwhile, approve(browser, request))
    await timetable['end-expired-approvals'].work()
    deepEqual(await stateOf(request), ['expired', 'expired'])
    equal((await actionsAbout(request)).at(-1), 'approval_expired')

    const cancelled = await createRequest()
    const own = await logInAdmin(cancelled.asker)
    const params = { id: cancelled.approvalId }
    const body = { reason: 'No longer needed' }
    const other = await logInAdmin(await addAdmin())
    // For a lost device, those who may decline may cancel, too.
    if (kind !== 'replace-factors')
      await refusedWith(
        commonErrors.forbidden,
        other.call(contract.cancelRequest, { params, body }),
      )
    await own.call(contract.cancelRequest, { params, body })
    await refusedWith(changedMeanwhile, approve(browser, cancelled))
    await refusedWith(changedMeanwhile, own.call(contract.cancelRequest, { params, body }))
    deepEqual(await stateOf(cancelled), ['cancelled', null])

    const refused = await createRequest()
    await refuse(browser, refused)
    await refusedWith(changedMeanwhile, approve(browser, refused))
    deepEqual(await stateOf(refused), ['refused', null])
    deepEqual(await actionsAbout(refused), ['approval_asked', 'approval_refused'])
    for (const each of [request, cancelled, refused]) equal(await each.isDone(), false)
  })
}

test('a refusal does not wait for concurrent changes of admins or approvals', async () => {
  const request = await approvalCases['admin-reset']()
  const { browser } = await newDecider()
  const state = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    return Promise.race([
      refuse(browser, request).then((refused) => refused.state),
      wait(5_000, 'waits'),
    ])
  })
  equal(state, 'refused')
})

test('an approved reset of an admin waits for one hour after the request', async () => {
  const request = await approvalCases['admin-reset']()
  const askedAt = Date.now()
  const { browser } = await newDecider()
  const { state, notBefore } = await approve(browser, request)
  const minutes = Math.round((Date.parse(notBefore) - askedAt) / 60_000)
  deepEqual([state, minutes], ['waiting', 60])
  await timetable['carry-out-approvals'].work()
  equal(await request.isDone(), false)
  await passTime(request)
  equal(await request.isDone(), true)
})

test('an approved request fails if the approver loses the right while it waits', async () => {
  const request = await approvalCases['admin-reset']()
  const { decider, browser } = await newDecider()
  const approved = await approve(browser, request)
  equal(approved.state, 'waiting')
  await deleteRows('admin_roles', { adminId: decider.id })
  await passTime(request)
  deepEqual(await stateOf(request), ['failed', 'decider not allowed'])
  equal(await request.isDone(), false)
})

test('an approved request fails if the approver is suspended', async () => {
  const request = await approvalCases['admin-reset']()
  const { decider, browser } = await newDecider()
  await approve(browser, request)
  await updateRows('admins', { id: decider.id }, { suspendedUntil: fromNow('1 hour') })
  await passTime(request)
  deepEqual(await stateOf(request), ['failed', 'decider not allowed'])
})

test('3Z11: approving requires evidence of at least twenty letters or digits if the kind needs it', async () => {
  const request = await approvalCases['user-unlock']()
  equal(approvalRules['user-unlock'].needsEvidence, true)
  const { browser } = await newDecider()
  for (const [text, rule] of [
    [' ', 'required'],
    ['A known voice.', 'evidenceTooShort'],
    ['\u200b'.repeat(25), 'evidenceTooShort'],
  ] as const) {
    const params = { id: request.approvalId }
    const refusal = await refusedWith(
      commonErrors.invalidInput,
      browser.call(contract.approveRequest, { params, body: { evidence: text } }),
    )
    deepEqual([refusal.faults[0]?.field, refusal.faults[0]?.rule], ['evidence', rule])
  }
  equal(await request.isDone(), false)
})

test('an admin sees only requests of the kinds that they may make', async () => {
  const [roles, unlock] = [
    await approvalCases['admin-roles'](),
    await approvalCases['user-unlock'](),
  ]
  const support = await addAdmin({ roles: ['support'] })
  await ageRoles(support)
  const browser = await logInAdmin(support)
  const ids = (await browser.call(contract.listApprovals, { query: { limit: 200 } })).map(
    ({ id }) => id,
  )
  deepEqual([ids.includes(roles.approvalId), ids.includes(unlock.approvalId)], [false, true])
  const params = { id: roles.approvalId }
  await refusedWith(commonErrors.notFound, browser.call(contract.getApproval, { params }))
  await refusedWith(
    commonErrors.notFound,
    browser.call(contract.approveRequest, { params, body: {} }),
  )
  const before = (await browser.call(contract.countApprovals, {})).count
  await approve(browser, unlock)
  equal((await browser.call(contract.countApprovals, {})).count, before - 1)
})

test('the page of a request describes the changes, without hashes of secrets', async () => {
  const request = await approvalCases['platform-addresses']()
  await updateRows(
    'approvals',
    { id: request.approvalId },
    { proposal: sql`proposal || '{"newSecretHash": "abc"}'` },
  )
  const { browser } = await newDecider()
  const approval = await browser.call(contract.getApproval, { params: { id: request.approvalId } })
  deepEqual(Object.keys(approval.proposal), ['redirectUris'])
  const { targetId: id } = request
  deepEqual(approval.target, { kind: 'platform', id, name: id, company: null })
  equal(approval.user, null)
  match(approval.ipAddress, /^198\.18\./)
  const many = await approvalCases['users-deactivate']()
  const listed = await browser.call(contract.getApproval, { params: { id: many.approvalId } })
  deepEqual(
    [listed.proposal['total'], listed.people.length, 'ids' in listed.proposal],
    [11, 11, false],
  )
})
