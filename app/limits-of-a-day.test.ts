// own process: sets TWO_PERSON
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { commonErrors } = await import('#contract/refusal.ts')
const { lockByOwner, setActive } = await import('#domain/accounts/user.ts')
const { mayStillOrder } = await import('#domain/jobs/bulk-job.ts')
const { openDueReviews } = await import('#domain/platform-access/access-review-work.ts')
const { db, transaction } = await import('#server/db.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { addColleague, addDelegated } = await import('#test/delegated.ts')
const { addUser, logInAdmin, refusedWith } = await import('#test/people.ts')
const { ago, fromNow, updateRows } = await import('#test/rows.ts')
const { addService, callAs, tokenOf } = await import('#test/service-accounts.ts')
const admins = await import('../features/admin/admins/contract.ts')
const { startBulk } = await import('../features/admin/bulk/contract.ts')
const { deactivateUser, disableTwoFactor } = await import('../features/admin/users/contract.ts')
const { decideReview, listReviews } = await import('../features/company/review/contract.ts')
const { deactivateColleague } = await import('../features/company/users/contract.ts')
type TestUser = import('#test/people.ts').TestUser

// An admin who may approve.
await addSeniorAdmin()
const reason = 'Asked for in ticket 4711'
const about = ({ id }: Pick<TestUser, 'id'>) => ({ params: { adminUserId: id }, body: { reason } })
const aboutUser = ({ id }: Pick<TestUser, 'id'>) => ({ params: { id }, body: { reason } })

test('3Z8: more than ten users a day take two people, however they are sliced', async () => {
  const browser = await logInAdmin(await addSeniorAdmin({ roles: ['support'] }))
  const users: TestUser[] = []
  for (let index = 0; index < 12; index += 1) users.push(await addUser())
  const [single, many] = [users.slice(0, 9), users.slice(9)]
  for (const user of single) await browser.call(deactivateUser, aboutUser(user))
  const ids = many.map(({ id }) => id)
  await requestApproval(browser, startBulk, { body: { action: 'deactivate', ids, reason } })
  await browser.call(deactivateUser, aboutUser(many[0]!))
  const { faults } = await refusedWith(
    commonErrors.forbidden,
    browser.call(deactivateUser, aboutUser(many[1]!)),
  )
  equal(faults[0]?.rule, 'tooManyUsers')
  // A user who is inactive already counts neither as a change nor as one too many.
  await browser.call(deactivateUser, aboutUser(single[0]!))
})

test('3Z8: concurrent calls, and jobs that no worker has begun, count for the limit of a day', async () => {
  const browser = await logInAdmin(await addSeniorAdmin({ roles: ['support'] }))
  const users = await Promise.all(Array.from({ length: 18 }, () => addUser()))
  const ids = users.slice(12).map(({ id }) => id)
  const calls = users.slice(0, 12).map((user) => browser.call(deactivateUser, aboutUser(user)))
  const results = await Promise.allSettled(calls)
  equal(results.filter(({ status }) => status === 'fulfilled').length, 10)

  const other = await logInAdmin(await addSeniorAdmin({ roles: ['support'] }))
  const order = { action: 'deactivate' as const, reason }
  await other.call(startBulk, { body: { ...order, ids } })
  await requestApproval(other, startBulk, { body: { ...order, ids } })
})

test('3Z8: the limit of a day is that of an administrator of a company and of a service account, too', async () => {
  const company = await addDelegated('Quay of ten')
  const owner = await addColleague(company, ['owner', 'people'])
  const token = await tokenOf(await addService({ scopes: ['admin:users'] }), {
    scope: 'admin:users',
  })
  const users = await Promise.all(
    Array.from({ length: 22 }, () => addUser({ company: company.name })),
  )
  const [byOwner, byService] = [users.slice(0, 11), users.slice(11)]
  for (const user of byOwner.slice(1))
    await owner.browser.call(deactivateColleague, aboutUser(user))
  const { faults } = await refusedWith(
    commonErrors.forbidden,
    owner.browser.call(deactivateColleague, aboutUser(byOwner[0]!)),
  )
  equal(faults[0]?.rule, 'tooManyUsers')

  const codes: (number | undefined)[] = []
  for (const { id } of byService) {
    const path = `/admin/users/${id}/deactivate`
    codes.push((await callAs(token, path, { method: 'PUT', body: { reason } })).code)
  }
  deepEqual(codes, [...Array.from({ length: 10 }, () => undefined), commonErrors.forbidden])
})

test('3Z8: accounts that a review deactivates count for the limit of a day', async () => {
  const company = await addDelegated('Reviewed quay')
  const owner = await addColleague(company, ['owner', 'people'])
  const users = await Promise.all(
    Array.from({ length: 11 }, () => addUser({ company: company.name })),
  )
  const due = { reviewMonths: 6, createdAt: ago('7 months') }
  await updateRows('partners', { id: company.partnerId }, due)
  await openDueReviews(db)
  const [review] = await owner.browser.call(listReviews, {})
  const remove = (removedUsers: TestUser[]) =>
    owner.browser.call(decideReview, {
      params: { id: review?.id ?? '' },
      body: {
        items: removedUsers.map(({ id }) => ({
          userId: id,
          subsystem: null,
          decision: 'remove' as const,
        })),
      },
    })
  const { faults } = await refusedWith(commonErrors.forbidden, remove(users))
  equal(faults[0]?.rule, 'tooManyUsers')
  await remove(users.slice(1))
  // A repeated decision counts neither as a change nor as one too many.
  await remove(users.slice(1))
  await refusedWith(
    commonErrors.forbidden,
    owner.browser.call(deactivateColleague, aboutUser(users[0]!)),
  )
})

test('3Z8: disabled second factors count for the limit of a day, because their users cannot log in either', async () => {
  const browser = await logInAdmin(await addSeniorAdmin({ roles: ['support'] }))
  const users = await Promise.all(Array.from({ length: 11 }, () => addUser()))
  for (const user of users.slice(1)) await browser.call(disableTwoFactor, aboutUser(user))
  for (const call of [disableTwoFactor, deactivateUser]) {
    const { faults } = await refusedWith(
      commonErrors.forbidden,
      browser.call(call, aboutUser(users[0]!)),
    )
    equal(faults[0]?.rule, 'tooManyUsers')
  }
})

test('3Z3: an admin ends the sessions of one other admin at most three times a day', async () => {
  const browser = await logInAdmin(await addSeniorAdmin())
  const [target, another] = [await addSeniorAdmin(), await addSeniorAdmin()]
  for (let times = 0; times < 3; times += 1)
    await browser.call(admins.endAdminSessions, about(target))
  const { faults } = await refusedWith(
    commonErrors.forbidden,
    browser.call(admins.endAdminSessions, about(target)),
  )
  equal(faults[0]?.rule, 'threeTimesPerDay')
  await browser.call(admins.endAdminSessions, about(another))
})

test('an activation that was not meant to unlock leaves an account locked by its user', async () => {
  const { id } = await addUser()
  const activate = (opensLocked: boolean) =>
    transaction(db, (tx) => setActive(tx, id, { active: true, opensLocked }))
  await transaction(db, (tx) => lockByOwner(tx, id))
  deepEqual([await activate(false), await activate(true)], [false, true])
})

test('an admin who is suspended no longer orders jobs', async () => {
  const admin = await addSeniorAdmin()
  const mayOrder = () => mayStillOrder(db, admin.id, ['manage_partner'])
  equal(await mayOrder(), true)
  await updateRows('admins', { id: admin.id }, { suspendedUntil: fromNow('1 day') })
  equal(await mayOrder(), false)
})
