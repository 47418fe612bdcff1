// own process: sets TWO_PERSON
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const approvals = await import('#domain/approvals/approval.ts')
const { listCandidates } = await import('#domain/approvals/approval-rights.ts')
const { recordAudit } = await import('#domain/audit/audit.ts')
const { db, scalar, sql } = await import('#server/db.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { addEarlierMonths } = await import('#test/audit-months.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { addColleague, addDelegated } = await import('#test/delegated.ts')
const { addAdmin, addUser, logIn, logInAdmin, refusedWith } = await import('#test/people.ts')
const { auditOf } = await import('#test/audit.ts')
const { ask, evidence } = await import('#test/recovery.ts')
const { addRow, ago, fromNow, now, updateRows } = await import('#test/rows.ts')
const { addService } = await import('#test/service-accounts.ts')
const admins = await import('../features/admin/admins/contract.ts')
const { approveRequest, getApproval } = await import('../features/admin/approvals/contract.ts')
const { setOwners } = await import('../features/admin/companies/delegation-contract.ts')
const { moveUser, resetTwoFactor } = await import('../features/admin/users/contract.ts')
const { approveRecovery } = await import('../features/company/approvals/contract.ts')
const { activateColleague, getColleague, recoverColleague, setColleagueRoles } =
  await import('../features/company/users/contract.ts')
type TestUser = import('#test/people.ts').TestUser
type Visitor = import('#test/people.ts').Visitor

const { mayNotDecide } = errorCodes
const reason = 'Asked for in ticket 4711'
const about = ({ id }: Pick<TestUser, 'id'>) => ({ params: { adminUserId: id }, body: { reason } })
const aboutUser = ({ id }: Pick<TestUser, 'id'>) => ({ params: { id }, body: { reason } })

let count = 0
const nextName = (name: string) => `${name} ${(count += 1)}`

/** Returns the obstacle of each holder of the right, by id. */
async function obstaclesOf(id: string): Promise<Map<string, string | null>> {
  const candidates = await listCandidates(db, await approvals.getApproval(db, id))
  return new Map(candidates.map((each) => [each.id, each.obstacle]))
}

/** Requests the recovery of a user as support. Returns the request's id. */
async function askAsSupport(browser: Visitor, user: Pick<TestUser, 'id'>): Promise<string> {
  return (await requestApproval(browser, resetTwoFactor, aboutUser(user))).approval.id
}

/** Requests the recovery of a user as an administrator of the company. Returns the request's id. */
async function askAsColleague(browser: Visitor, user: Pick<TestUser, 'id'>): Promise<string> {
  return (await requestApproval(browser, recoverColleague, aboutUser(user))).approval.id
}

const approve = ({ call }: Visitor, id: string) =>
  call(approveRequest, { params: { id }, body: { evidence } })
const approveAsCompany = ({ call }: Visitor, id: string) =>
  call(approveRecovery, { params: { id }, body: { evidence } })

/** Makes every right older than a day. */
async function ageRights(): Promise<void> {
  await updateRows('admin_roles', {}, { givenAt: ago('2 days') })
  await updateRows('company_roles', {}, { givenAt: ago('2 days') })
}

test('a request names who may decide it, and why the other holders of the right may not', async () => {
  const [mallory, victim, honest] = [
    await addSeniorAdmin(),
    await addSeniorAdmin(),
    await addSeniorAdmin(),
  ]
  const newcomer = await addAdmin()
  const browser = await logInAdmin(mallory)
  const { approval } = await requestApproval(browser, admins.deactivateAdmin, about(victim))
  const { deciders, excluded } = await browser.call(getApproval, { params: { id: approval.id } })
  const obstacleOf = (id: string) => excluded?.find((each) => each.id === id)?.obstacle
  deepEqual(
    [mallory, victim, newcomer, honest].map(({ id }) => obstacleOf(id)),
    ['requester', 'target', 'newRight', undefined],
  )
  ok(deciders.some(({ id }) => id === honest.id))
})

test('3Z2: an account that the requester activated may not approve, and its right counts from the activation', async () => {
  const [mallory, honest] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const sleeper = await addSeniorAdmin()
  await updateRows('admins', { id: sleeper.id }, { active: false })
  const browser = await logInAdmin(mallory)
  const { approval } = await requestApproval(browser, admins.activateAdmin, about(sleeper))
  equal(await scalar(db)`select active from admins where id = ${sleeper.id}`, false)
  await approve(await logInAdmin(honest), approval.id)
  equal(await scalar(db)`select active from admins where id = ${sleeper.id}`, true)

  const victim = await addAdmin({ roles: ['auditor'] })
  const request = await requestApproval(browser, admins.deactivateAdmin, about(victim))
  const { id } = request.approval
  equal((await obstaclesOf(id)).get(sleeper.id), 'newRight')
  const sleeping = await logInAdmin(sleeper)
  await refusedWith(mayNotDecide, approve(sleeping, id))
  await updateRows('admins', { id: sleeper.id }, { reactivatedAt: ago('2 days') })
  equal((await obstaclesOf(id)).get(sleeper.id), 'changedByRequester')
  await refusedWith(mayNotDecide, approve(sleeping, id))
})

function countFactors({ id }: TestUser): Promise<number | undefined> {
  return scalar<number>(db)`select count(*)::int from second_factors where user_id = ${id}`
}

test('3Z2: an admin who is activated after more than 30 days sets up the account again', async () => {
  await addEarlierMonths()
  const [mallory, honest] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const [recent, former] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const browser = await logInAdmin(mallory)
  for (const [target, age] of [
    [recent, '29 days'],
    [former, '31 days'],
  ] as const) {
    await updateRows('admins', { id: target.id }, { active: false })
    await addRow('audit_log', {
      id: randomUUID(),
      timestamp: ago(age),
      actorKind: 'system',
      targetId: target.id,
      action: 'admin_deactivated',
    })
    const { approval } = await requestApproval(browser, admins.activateAdmin, about(target))
    await approve(await logInAdmin(honest), approval.id)
  }
  deepEqual([await countFactors(recent), await countFactors(former)], [1, 0])
})

test('3Z3: an admin can suspend one other admin a day, and two super admins remain who may refuse', async () => {
  const mallory = await addSeniorAdmin()
  const [one, other] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const browser = await logInAdmin(mallory)
  const suspend = (target: TestUser) => browser.call(admins.suspendAdmin, about(target))
  await updateRows(
    'admins',
    { id: sql`not in (${mallory.id}, ${one.id}, ${other.id})` },
    { active: false },
  )
  await suspend(one)
  const { faults } = await refusedWith(commonErrors.forbidden, suspend(other))
  equal(faults[0]?.rule, 'onePerDay')
  equal((await auditOf(other.id)).at(-1)?.action, 'admin_change_refused')
  await updateRows('admins', { id: one.id }, { suspendedBy: randomUUID() })
  const left = await refusedWith(commonErrors.forbidden, suspend(other))
  equal(left.faults[0]?.rule, 'twoApprovers')
})

test('3Z4: support cannot make owners of own accounts, move the victim to them and have one approve', async () => {
  const browser = await logInAdmin(await addSeniorAdmin())
  const company = await addDelegated(nextName('Shell'))
  const victim = await addUser({ company: nextName('Victims') })
  const [one, other] = [await addColleague(company), await addColleague(company)]
  const old = await addColleague(company, ['people'])
  await browser.call(setOwners, {
    params: { id: company.partnerId },
    body: { owners: [one.id, other.id], reason },
  })
  const body = { companyId: company.partnerId, reason }
  await browser.call(moveUser, { params: { id: victim.id }, body })
  await ageRights()

  const askedByAdmin = await askAsSupport(browser, victim)
  const ofAdmin = await obstaclesOf(askedByAdmin)
  for (const { id } of [one, other, old]) equal(ofAdmin.get(id), 'otherSide')
  await refusedWith(mayNotDecide, approveAsCompany(one.browser, askedByAdmin))
  await updateRows('approvals', { id: askedByAdmin }, { cancelledAt: now, cancelledBy: 'test' })

  const ofOwner = await obstaclesOf(await askAsColleague(one.browser, victim))
  equal(ofOwner.get(other.id), 'sameHand')
  equal(ofOwner.get(old.id), null)
})

test('3Z5: one mailbox as admin and as company owner is one person', async () => {
  const kim = await addSeniorAdmin({ roles: ['support'], email: 'kim@quay.example' })
  const company = await addDelegated(nextName('Same address'))
  const owner = await addColleague(company, ['owner', 'people'], { email: 'kim+pay@quay.example' })
  const victim = await addColleague(company)
  const id = await askAsColleague(owner.browser, victim)
  equal((await obstaclesOf(id)).get(kim.id), 'sameAddress')
  await refusedWith(mayNotDecide, approve(await logInAdmin(kim), id))

  const own = await ask(owner)
  equal((await obstaclesOf(own.id)).get(kim.id), 'sameAddress')
})

test('3Z5: an alert address counts as a mailbox once it is verified, so adding an address of others excludes none of them', async () => {
  const lee = await addSeniorAdmin({ roles: ['support'], email: 'lee@quay.example' })
  const company = await addDelegated(nextName('Alert address'))
  const owner = await addColleague(company, ['owner', 'people'])
  const point = { id: randomUUID(), userId: owner.id, kind: 'email', value: lee.email }
  await addRow('contact_points', { ...point, usableFrom: now })
  const id = await askAsColleague(owner.browser, await addColleague(company))
  equal((await obstaclesOf(id)).get(lee.id), null)
  await updateRows('contact_points', { id: point.id }, { verifiedAt: now })
  equal((await obstaclesOf(id)).get(lee.id), 'sameAddress')
})

test('3Z15: an admin whom a service account has added is an account of everyone who may have its key', async () => {
  const [maker, honest] = [await addSeniorAdmin(), await addSeniorAdmin()]
  const { id: serviceId } = await addService({ madeBy: `admin:${maker.id}` })
  const second = await addSeniorAdmin()
  const data = { approvalId: 'approved' }
  await recordAudit(db, { serviceId }, 'admin_added', { targetId: second.id, data })
  const victim = await addColleague(await addDelegated(nextName('Laundered')))
  const id = await askAsSupport(await logInAdmin(maker), victim)
  const obstacles = await obstaclesOf(id)
  deepEqual(
    [second, honest].map((admin) => obstacles.get(admin.id)),
    ['changedByRequester', null],
  )
})

test('3Z9: a former colleague whom the requester activated may not approve', async () => {
  const company = await addDelegated(nextName('Former'))
  const boss = await addColleague(company, ['people'])
  const former = await addColleague(company, ['people'])
  const victim = await addColleague(company)
  await updateRows('users', { id: former.id }, { active: false })
  await boss.browser.call(activateColleague, aboutUser(former))
  const id = await askAsColleague(boss.browser, victim)
  equal((await obstaclesOf(id)).get(former.id), 'newRight')
  await updateRows('users', { id: former.id }, { reactivatedAt: ago('2 days') })
  equal((await obstaclesOf(id)).get(former.id), 'changedByRequester')
  const browser = await logIn(former)
  await refusedWith(mayNotDecide, approveAsCompany(browser, id))
})

test('3Z4: an approver may not decide the request of a user whom the approver has changed', async () => {
  const company = await addDelegated(nextName('Reverse'))
  const owner = await addColleague(company, ['owner', 'people'])
  const helper = await addColleague(company)
  const victim = await addColleague(company)
  const { rolesEtag } = await owner.browser.call(getColleague, { params: { id: helper.id } })
  await owner.browser.call(setColleagueRoles, {
    params: { id: helper.id },
    headers: { 'if-match': rolesEtag },
    body: { roles: ['people'] },
  })
  const id = await askAsColleague(helper.browser, victim)
  equal((await obstaclesOf(id)).get(owner.id), 'changedRequester')
  await refusedWith(mayNotDecide, approveAsCompany(owner.browser, id))
  // Both count as two people a week later.
  await updateRows('approvals', { id }, { askedAt: fromNow('8 days') })
  equal((await obstaclesOf(id)).get(owner.id), null)
  await approveAsCompany(owner.browser, id)
})

test('3Z4: an admin who has changed the company of an owner may not approve the owner’s requests', async () => {
  const support = await addSeniorAdmin({ roles: ['support'] })
  const company = await addDelegated(nextName('Changed'))
  const owner = await addColleague(company, ['owner', 'people'])
  const id = await askAsColleague(owner.browser, await addColleague(company))
  equal((await obstaclesOf(id)).get(support.id), null)
  const change = { targetId: company.partnerId, data: {} }
  await recordAudit(db, { adminId: support.id }, 'company_delegation_changed', change)
  equal((await obstaclesOf(id)).get(support.id), 'changedRequester')
})
