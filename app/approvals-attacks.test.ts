// own process: sets TWO_PERSON and MASS_SESSIONS
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
process.env['MASS_SESSIONS'] = '1'
const { ApprovalAsked } = await import('#contract/call.ts')
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { findAdminByEmail } = await import('#domain/accounts/admin.ts')
const { db, scalar, transaction } = await import('#server/db.ts')
const { addSeniorAdmin, ageRoles } = await import('#test/approvals.ts')
const { approvalCases } = await import('#test/approval-cases.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { callBeside } = await import('#test/beside.ts')
const { auditOf } = await import('#test/audit.ts')
const people = await import('#test/people.ts')
const { addAdmin, addUser, logInAdmin, refusedWith } = people
const admins = await import('../features/admin/admins/contract.ts')
const contract = await import('../features/admin/approvals/contract.ts')
const companies = await import('../features/admin/companies/contract.ts')
const { findPartner, updatePartner } = await import('#domain/companies/partner.ts')
const { getUser } = await import('#domain/accounts/user.ts')
const { ago, now, updateRows } = await import('#test/rows.ts')
const { startBulk } = await import('../features/admin/bulk/contract.ts')
const { deactivateUser } = await import('../features/admin/users/contract.ts')
type TestUser = import('#test/people.ts').TestUser

const { approvalPending, mayNotDecide, noSecondPerson } = errorCodes
const reason = 'Asked for in ticket 4711'
const about = ({ id }: Pick<TestUser, 'id'>) => ({ params: { adminUserId: id }, body: { reason } })

/** Resets the dates at which roles were granted, so that no existing admin may approve. */
async function resetSeniority(): Promise<void> {
  await updateRows('admin_roles', {}, { givenAt: now })
}

test('two super admins cannot remove each other alone: 409009, and the request stays open for break glass', async () => {
  await resetSeniority()
  const [one, other] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const browser = await logInAdmin(one)
  for (const change of [
    () => browser.call(admins.deactivateAdmin, about(other)),
    () => browser.call(admins.resetAdmin, about(other)),
    () =>
      browser.call(admins.setRoles, { ...about(other), headers: {}, body: { roles: [], reason } }),
  ]) {
    await refusedWith(noSecondPerson, change())
    // The first request does not block a later one.
    await refusedWith(noSecondPerson, change())
  }
  const { active, roles } = (await findAdminByEmail(db, other.email)) ?? {}
  deepEqual([active, roles], [true, ['super_admin']])
  const open = await browser.call(contract.listApprovals, { query: { target: other.id } })
  deepEqual(open.map(({ kind, state }) => `${kind} ${state}`).toSorted(), [
    'admin-deactivate asked',
    'admin-deactivate cancelled',
    'admin-reset asked',
    'admin-reset cancelled',
    'admin-roles asked',
    'admin-roles cancelled',
  ])
  const id = open.find(({ state }) => state === 'asked')?.id ?? ''
  deepEqual((await browser.call(contract.getApproval, { params: { id } })).deciders, [])
  // The other admin is the target of the request.
  const params = { id }
  await refusedWith(
    mayNotDecide,
    (await logInAdmin(other)).call(contract.approveRequest, { params, body: {} }),
  )
})

test('an admin cannot approve their own request in another browser', async () => {
  await addSeniorAdmin()
  const mallory = await addSeniorAdmin()
  const victim = await addAdmin({ roles: ['auditor'] })
  const [first, second] = [await logInAdmin(mallory), await logInAdmin(mallory)]
  const { approval } = await requestApproval(first, admins.deactivateAdmin, about(victim))
  const params = { id: approval.id }
  await refusedWith(mayNotDecide, second.call(contract.approveRequest, { params, body: {} }))
  equal((await findAdminByEmail(db, victim.email))?.active, true)
  equal((await auditOf(victim.id)).at(-1)?.action, 'approval_decision_refused')
})

test('a second account of the requester cannot approve: its role was granted too recently, and backdating the role does not help', async () => {
  await resetSeniority()
  const [honest, mallory] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const browser = await logInAdmin(mallory)
  const body = {
    email: 'puppet@portico.example',
    firstname: 'Pu',
    lastname: 'Ppet',
    preferredLanguage: 'en' as const,
    roles: ['super_admin' as const],
  }
  // The second account needs the honest admin's approval; assume that they were persuaded.
  const { approval } = await requestApproval(browser, admins.inviteAdmin, { body })
  const honestBrowser = await logInAdmin(honest)
  await honestBrowser.call(contract.approveRequest, { params: { id: approval.id }, body: {} })
  const puppet = await findAdminByEmail(db, body.email)
  ok(puppet)
  await refusedWith(noSecondPerson, browser.call(admins.deactivateAdmin, about(honest)))
  const [open] = await browser.call(contract.listApprovals, {
    query: { target: honest.id, state: 'asked' } as object,
  })
  const params = { id: open?.id ?? '' }
  const puppetBrowser = await logInAdmin(puppet)
  await refusedWith(mayNotDecide, puppetBrowser.call(contract.approveRequest, { params, body: {} }))
  await ageRoles(puppet)
  await updateRows('approvals', { id: params.id }, { askedAt: ago('2 days') })
  await refusedWith(mayNotDecide, puppetBrowser.call(contract.approveRequest, { params, body: {} }))
  equal((await findAdminByEmail(db, honest.email))?.active, true)
})

test('an admin cannot approve a role that grants more than they may grant', async () => {
  await resetSeniority()
  const requester = await addSeniorAdmin()
  const userAdmin = await addSeniorAdmin({ roles: ['user_admin'] })
  const target = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(requester)
  const roles = ['auditor' as const, 'support' as const]
  await refusedWith(
    noSecondPerson,
    browser.call(admins.setRoles, { ...about(target), headers: {}, body: { roles, reason } }),
  )
  const [open] = await browser.call(contract.listApprovals, { query: { target: target.id } })
  await refusedWith(
    mayNotDecide,
    (await logInAdmin(userAdmin)).call(contract.approveRequest, {
      params: { id: open?.id ?? '' },
      body: {},
    }),
  )
  const { approval } = await requestApproval(browser, admins.setRoles, {
    ...about(target),
    headers: {},
    body: { roles: ['auditor', 'user_admin'], reason },
  })
  await (
    await logInAdmin(userAdmin)
  ).call(contract.approveRequest, {
    params: { id: approval.id },
    body: {},
  })
  deepEqual((await findAdminByEmail(db, target.email))?.roles, ['auditor', 'user_admin'])
})

test('a repeated request answers 409004, even if sent concurrently, and another address is a separate request', async () => {
  await addSeniorAdmin()
  const [first, second] = [
    await logInAdmin(await addSeniorAdmin()),
    await logInAdmin(await addSeniorAdmin()),
  ]
  const target = await addAdmin({ roles: ['auditor'] })
  const results = await Promise.allSettled(
    [first, second, first, second].map((browser) =>
      browser.call(admins.deactivateAdmin, about(target)),
    ),
  )
  const codes = results.map((each) => {
    const { reason: error } = each as PromiseRejectedResult
    return error instanceof ApprovalAsked ? 'asked' : (error as { code: number }).code
  })
  deepEqual(codes.toSorted(), [approvalPending, approvalPending, approvalPending, 'asked'])
  const invite = (email: string) =>
    first.call(admins.inviteAdmin, {
      body: {
        email,
        firstname: 'Joan',
        lastname: 'Clarke',
        preferredLanguage: 'en',
        roles: ['auditor'],
      },
    })
  await rejects(invite('joan@portico.example'), ApprovalAsked)
  await refusedWith(approvalPending, invite('joan@portico.example'))
  await rejects(invite('jane@portico.example'), ApprovalAsked)
})

test('ten users are deactivated immediately, eleven only with a second approver, however they are selected', async () => {
  await addSeniorAdmin()
  const browser = await logInAdmin(await addSeniorAdmin())
  const company = 'Eleven Ltd'
  const ids: string[] = []
  while (ids.length < 11) ids.push((await addUser({ company })).id)
  const partner = await scalar<string>(db)`select id from partners where name = ${company}`
  const order = { action: 'deactivate', reason } as const
  await requestApproval(browser, startBulk, { body: { ...order, ids } })
  await requestApproval(browser, startBulk, { body: { ...order, query: { partner } } })
  const started = await browser.call(startBulk, { body: { ...order, ids: ids.slice(1) } })
  equal(started.total, 10)
  await browser.call(startBulk, { body: { action: 'end-sessions', reason, ids } })
  const params = { id: ids[0] ?? '' }
  await refusedWith(
    commonErrors.forbidden,
    browser.call(deactivateUser, { params, body: { reason } }),
  )
})

const settled = async (result: PromiseSettledResult<unknown>) => {
  if (result.status === 'rejected') throw result.reason
}

/** Adds a company with two users who have logged in, but have no session. Returns what changes it. */
async function addUsedCompany(company: string) {
  const users = [await addUser({ company }), await addUser({ company })]
  for (const { id: userId } of users)
    await updateRows('user_logins', { userId }, { lastLoginAt: ago('3 days') })
  const { partnerId } = await getUser(db, users[0]!.id)
  const stored = (await findPartner(db, partnerId ?? ''))!
  const facts = { name: company, subsystems: stored.subsystems, ipAllowRules: [] }
  const change = (version: number) => ({
    params: { id: stored.id },
    headers: { 'if-match': `"${version}"` },
    body: { ...facts, active: false },
  })
  return { stored, change, facts }
}

test('3Z8: deactivating a company whose sessions were ended first takes two people', async () => {
  await addSeniorAdmin()
  const browser = await logInAdmin(await addSeniorAdmin())
  const { stored, change } = await addUsedCompany('Sessions ended Ltd')
  await requestApproval(browser, companies.changePartner, change(stored.version))
})

test('a company is not deactivated with the version that a colleague is about to save', async () => {
  const browser = await logInAdmin(await addSeniorAdmin())
  const { stored, change, facts } = await addUsedCompany('Next version Ltd')
  const result = await callBeside(
    (tx) => updatePartner(tx, stored, { ...facts, active: true }),
    () => browser.call(companies.changePartner, change(stored.version + 1)),
  )
  // Not asked for approval either: the request would concern a version that is outdated.
  await refusedWith(errorCodes.changedMeanwhile, settled(result))
  equal((await findPartner(db, stored.id))?.active, true)
})

test('no bulk action unlocks an account that its user has locked', async () => {
  await addSeniorAdmin()
  const request = await approvalCases['user-unlock']()
  const browser = await logInAdmin(await addSeniorAdmin())
  const preview = await browser.call(startBulk, {
    body: { action: 'activate', ids: [request.targetId], dryRun: true },
  })
  deepEqual(preview.effect?.reasons, [{ code: commonErrors.forbidden, count: 1 }])
  const { setUserActive } = await import('#domain/accounts/user-activation.ts')
  const user = await getUser(db, request.targetId)
  await refusedWith(
    commonErrors.forbidden,
    transaction(db, (tx) => setUserActive(tx, { kind: 'system' }, user, { active: true })),
  )
})

test('an admin can be suspended once a week, but not by themselves, and their sessions end', async () => {
  const another = await logInAdmin(await addSeniorAdmin())
  const target = await addSeniorAdmin()
  const open = await logInAdmin(target)
  const browser = await logInAdmin(await addSeniorAdmin())
  const suspended = await browser.call(admins.suspendAdmin, about(target))
  ok(suspended.suspendedUntil)
  equal(await open.isLoggedIn(), false)
  await refusedWith(errorCodes.changedMeanwhile, another.call(admins.suspendAdmin, about(target)))
  const endedAgo = (days: number) =>
    updateRows('admins', { id: target.id }, { suspendedUntil: ago(`${days} days`) })
  await endedAgo(5)
  await refusedWith(errorCodes.changedMeanwhile, browser.call(admins.suspendAdmin, about(target)))
  await endedAgo(7)
  await browser.call(admins.suspendAdmin, about(target))
  await refusedWith(
    commonErrors.forbidden,
    open.call(admins.suspendAdmin, about(target)).catch(async () => {
      await updateRows('admins', { id: target.id }, { suspendedUntil: null })
      return (await logInAdmin(target)).call(admins.suspendAdmin, about(target))
    }),
  )
  const mails = await scalar<number>(db)`
    select count(*) from mails where user_id = ${target.id} and kind = 'admin-suspended'`
  equal(mails, 2)
  const [audited] = (await auditOf(target.id)).filter(({ action }) => action === 'admin_suspended')
  deepEqual(audited?.data, { endedSessions: 1, reason })
})
