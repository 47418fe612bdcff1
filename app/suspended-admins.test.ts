// own process: sets TWO_PERSON
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { getAdminMe } = await import('#contract/admin.ts')
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { db, rows } = await import('#server/db.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { mailbox } = await import('#test/mailbox.ts')
const { addAdmin, logInAdmin, refusedWith } = await import('#test/people.ts')
const { changeAdminLanguage } = await import('../features/account/admin-account/contract.ts')
const { beginAdminPasskey } = await import('../features/account/passkeys/contract.ts')
const admins = await import('../features/admin/admins/contract.ts')
const { approveRequest, cancelRequest, getApproval, refuseRequest } =
  await import('../features/admin/approvals/contract.ts')
const { listUsers } = await import('../features/admin/users/contract.ts')
const { startWorker } = await import('./worker.ts')
type TestUser = import('#test/people.ts').TestUser
type Visitor = import('#test/people.ts').Visitor

const { mayNotDecide } = errorCodes
const reason = 'Asked for in ticket 4711'
const about = ({ id }: Pick<TestUser, 'id'>) => ({ params: { adminUserId: id }, body: { reason } })
const stop = (id: string) => ({ params: { id }, body: { reason } })
const approve = ({ call }: Visitor, id: string) =>
  call(approveRequest, {
    params: { id },
    body: { evidence: 'I called back under the known number' },
  })

test('3Z3: a suspended admin logs in only to decline the requests of others and to cancel own ones', async () => {
  const mallory = await addSeniorAdmin()
  const [target, colleague] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const browser = await logInAdmin(mallory)
  const { approval: own } = await requestApproval(
    await logInAdmin(target),
    admins.deactivateAdmin,
    about(colleague),
  )
  await browser.call(admins.suspendAdmin, about(target))
  const request = (of: TestUser) => requestApproval(browser, admins.deactivateAdmin, about(of))
  const { approval } = await request(await addSeniorAdmin())
  const { approval: againstTarget } = await request(target)

  const suspended = await logInAdmin(target)
  const me = await suspended.call(getAdminMe, {})
  deepEqual([me.permissions, me.waitingApprovals], [['stop_request'], 0])
  ok(me.suspendedUntil)
  await Promise.all(
    [
      suspended.call(listUsers, {}),
      suspended.call(admins.listAdminUsers, {}),
      suspended.call(changeAdminLanguage, { body: { preferredLanguage: 'fr' } }),
      suspended.call(beginAdminPasskey, { body: {} }),
      approve(suspended, approval.id),
    ].map((call) => refusedWith(commonErrors.forbidden, call)),
  )

  const open = await suspended.call(getApproval, { params: { id: approval.id } })
  deepEqual([open.mayDecide, open.mayRefuse, open.mayCancel], [false, true, false])
  equal(open.excluded?.find(({ id }) => id === target.id)?.obstacle, 'suspended')
  equal((await suspended.call(refuseRequest, stop(approval.id))).state, 'refused')
  equal((await suspended.call(cancelRequest, stop(own.id))).state, 'cancelled')
  await refusedWith(mayNotDecide, suspended.call(refuseRequest, stop(againstTarget.id)))
})

test('3Z3: a dependent admin may decline a request but not approve it', async () => {
  const browser = await logInAdmin(await addSeniorAdmin())
  const dependent = await addAdmin({ roles: ['super_admin'] })
  const { approval } = await requestApproval(
    browser,
    admins.deactivateAdmin,
    about(await addSeniorAdmin()),
  )
  const other = await logInAdmin(dependent)
  await refusedWith(mayNotDecide, approve(other, approval.id))
  equal((await other.call(refuseRequest, stop(approval.id))).state, 'refused')
})

test('3Z3: a suspended admin gets the mail about a request, which says that they can only decline it', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  const [mallory, target] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const [colleague, subject] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const dependent = await addAdmin({ roles: ['super_admin'] })
  const browser = await logInAdmin(mallory)
  await browser.call(admins.suspendAdmin, about(target))
  const request = (of: TestUser) => requestApproval(browser, admins.deactivateAdmin, about(of))
  const { approval } = await request(subject)
  const { approval: againstTarget } = await request(target)

  const people = [mallory, target, colleague, subject, dependent]
  const recipients = (approvalId: string) => rows<{ userId: string; may: string | null }>(db)`
    select user_id, data ->> 'may' as may from mails
    where kind = 'approval-asked' and data ->> 'approvalId' = ${approvalId}
      and user_id = any(${people.map(({ id }) => id)}::uuid[]) order by may`
  deepEqual(await recipients(approval.id), [
    { userId: target.id, may: 'decline' },
    { userId: colleague.id, may: null },
  ])
  const others = (await recipients(againstTarget.id)).map(({ userId }) => userId)
  deepEqual(new Set(others), new Set([colleague.id, subject.id]))
  const { text } = await mailbox.waitFor(target.email, /Approval requested/, 20_000)
  match(text.replace(/\s+/g, ' '), /only decline this request/)
  const toColleague = await mailbox.waitFor(colleague.email, /Approval needed/, 20_000)
  match(toColleague.text.replace(/\s+/g, ' '), /before you approve it/)
})
