import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import type { CompanyRole } from '#contract/permission.ts'
import type { UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { db, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated, giveCompanyRoles, inviteBy, newRow } from '#test/delegated.ts'
import { addUser, logIn, refusedWith, type TestUser, type Visitor } from '#test/people.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'
import { setRoles as changeRoles } from './set-roles.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
const owner = await addColleague(harbour, ['owner'])
const people = await addColleague(harbour, ['people'])

type Colleague = { browser: Visitor }
type Platforms = { id: string; expiresAt?: string | null }[]

const readColleague = ({ browser }: Colleague, { id }: Pick<TestUser, 'id'>) =>
  browser.call(contract.getColleague, { params: { id } })

async function set(by: Colleague, user: TestUser, subsystems: Platforms, etag?: string) {
  const headers = { 'if-match': etag ?? (await readColleague(by, user)).etag }
  const body = { subsystems }
  return by.browser.call(contract.setColleaguePlatforms, { params: { id: user.id }, headers, body })
}

async function setRoles(by: Colleague, user: TestUser, roles: CompanyRole[], etag?: string) {
  const headers = { 'if-match': etag ?? (await readColleague(by, user)).rolesEtag }
  return by.browser.call(contract.setColleagueRoles, {
    params: { id: user.id },
    headers,
    body: { roles },
  })
}

function setActive(by: Colleague, { id }: TestUser, active: boolean) {
  const endpoint = active ? contract.activateColleague : contract.deactivateColleague
  return by.browser.call(endpoint, { params: { id }, body: { reason: 'Left' } })
}

const platformsOf = ({ id }: TestUser) =>
  scalars<string>(db)`
    select subsystem_id from subsystem_accounts where user_id = ${id} order by subsystem_id`

test('3K6 U17: the list contains only users of the company, by the names as shown, with filters and pages', async () => {
  await addUser({ company: 'Foreign Ltd', lastname: 'Alien' })
  const quiet = await addDelegated('Quiet Ltd')
  const boss = await addColleague(quiet, ['owner'], { firstname: 'Amelia', lastname: 'Zeta' })
  const noah = await addUser({ company: 'Quiet Ltd', firstname: 'Noah', lastname: 'Alpha' })
  await updateRows('users', { id: noah.id }, { active: false })
  const list = (query: object = {}) => boss.browser.call(contract.listColleagues, { query })
  deepEqual(
    (await list()).map(({ id }) => id),
    [boss.id],
  )
  deepEqual(
    (await list({ includeInactive: 'true' })).map(({ id }) => id),
    [boss.id, noah.id],
  )
  const byName = { includeInactive: 'true', sort: '-name' }
  deepEqual(
    (await list(byName)).map(({ id }) => id),
    [noah.id, boss.id],
  )
  deepEqual(await list({ q: 'alien' }), [])
  deepEqual(
    (await list({ q: 'noah', status: 'deactivated' })).map(({ id }) => id),
    [noah.id],
  )
})

test('3K3: the list has the company roles of each user, apart from the roles on platforms', async () => {
  const ada = await addColleague(harbour)
  const users = await owner.browser.call(contract.listColleagues, { query: {} })
  const rolesOf = ({ id }: { id: string }) => users.find((user) => user.id === id)?.roles
  deepEqual([owner, people, ada].map(rolesOf), [['owner'], ['people'], []])
})

test('U17: platforms are granted and revoked within the delegation; other and deactivated platforms stay', async () => {
  const ada = await addColleague(harbour, [], { platforms: [vault] })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const after = await set(people, ada, [{ id: hub, expiresAt }])
  const access = after.platforms.find(({ id }) => id === hub)
  deepEqual(
    [access?.given, access?.expiresAt, access?.givenBy, access?.mayChange],
    [true, expiresAt, { kind: 'user', name: 'Ada Byron' }, true],
  )
  equal(after.platforms.find(({ id }) => id === vault)?.mayChange, false)
  deepEqual(await platformsOf(ada), [hub, vault])
  const [row] = (await auditOf(ada.id)).filter(({ action }) => action === 'platform_access_given')
  deepEqual([row?.actorId, row?.subSystem], [people.id, 'company'])
  await refusedWith(errorCodes.beyondDelegation, set(people, ada, [{ id: vault }]))
  await refusedWith(errorCodes.beyondDelegation, set(people, ada, [{ id: 'nowhere' }]))
  await set(people, ada, [])
  deepEqual(await platformsOf(ada), [vault])

  await set(people, ada, [{ id: hub }])
  await updateRows('subsystem_accounts', { userId: ada.id, subsystemId: hub }, { active: false })
  await set(people, ada, [])
  await set(people, ada, [{ id: hub }])
  const closed = (await readColleague(people, ada)).platforms.find(({ id }) => id === hub)
  deepEqual([closed?.given, closed?.active, closed?.mayChange], [true, false, false])
})

test('U17: a list without dates and roles keeps those of its platforms, even an end in the past', async () => {
  const ada = await addColleague(harbour)
  await set(people, ada, [{ id: hub }])
  const past = { expiresAt: new Date('2020-01-01T00:00:00Z'), roles: ['viewer'] }
  await updateRows('subsystem_accounts', { userId: ada.id, subsystemId: hub }, past)
  const after = await set(people, ada, [{ id: hub }])
  equal(after.platforms.find(({ id }) => id === hub)?.expiresAt, past.expiresAt.toISOString())
  deepEqual(await scalars(db)`select roles from subsystem_accounts where user_id = ${ada.id}`, [
    past.roles,
  ])
})

test("U17: an outdated list, a past expiry and a change of one's own platforms are refused", async () => {
  const ada = await addColleague(harbour)
  const { etag } = await readColleague(people, ada)
  await set(people, ada, [{ id: hub }], etag)
  await refusedWith(errorCodes.changedMeanwhile, set(people, ada, [], etag))
  const past = [{ id: hub, expiresAt: '2020-01-01T00:00:00Z' }]
  await refusedWith(errorCodes.invalidInput, set(people, ada, past))
  await refusedWith(errorCodes.forbidden, set(people, people, [{ id: hub }]))
})

test('U17: an owner changes the roles of others with a step-up, the user is mailed, and own roles cannot be changed', async () => {
  const ada = await addColleague(harbour)
  deepEqual((await setRoles(owner, ada, ['auditor', 'people'])).roles, ['people', 'auditor'])
  const { etag: _, rolesEtag } = await readColleague(owner, ada)
  deepEqual((await setRoles(owner, ada, ['people'])).roles, ['people'])
  await refusedWith(errorCodes.changedMeanwhile, setRoles(owner, ada, [], rolesEtag))
  await refusedWith(errorCodes.forbidden, setRoles(owner, owner, ['people']))
  await refusedWith(errorCodes.forbidden, setRoles(people, ada, []))
  const changes = (await auditOf(ada.id)).filter(({ action }) => action === 'company_role_changed')
  deepEqual(
    changes.map(({ data, subSystem }) => [data, subSystem]),
    [
      [{ before: { roles: [] }, after: { roles: ['auditor', 'people'] } }, 'company'],
      [{ before: { roles: ['people', 'auditor'] }, after: { roles: ['people'] } }, 'company'],
    ],
  )
  deepEqual(await scalars(db)`select kind from mails where user_id = ${ada.id} order by id`, [
    'company-role-given',
    'company-role-taken',
  ])
  const staleBrowser = await logIn(owner)
  await updateRows('sessions', { userId: owner.id }, { verifiedAt: ago('1 hour') })
  const headers = { 'if-match': '"0"' }
  const call = { params: { id: ada.id }, headers, body: { roles: [] } }
  await refusedWith(errorCodes.stepUpRequired, staleBrowser.call(contract.setColleagueRoles, call))
  await updateRows('sessions', { userId: owner.id }, { verifiedAt: now })
})

test('U17: if two owners demote each other concurrently, one of them remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const company = await addDelegated(`Duel ${round}`)
    const [firstOwner, secondOwner] = [
      await addColleague(company, ['owner']),
      await addColleague(company, ['owner']),
    ]
    const etag = (await readColleague(firstOwner, secondOwner)).rolesEtag
    const results = await Promise.allSettled([
      setRoles(firstOwner, secondOwner, [], etag),
      setRoles(secondOwner, firstOwner, [], etag),
    ])
    equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const owners = await scalars<string>(db)`
      select r.user_id from company_roles r join users u on u.id = r.user_id
      where u.partner_id = ${company.partnerId} and r.role = 'owner'`
    equal(owners.length, 1)
  }
})

test('U17: a running call of an owner who was just deactivated cannot remove the last owner', async () => {
  const company = await addDelegated('Late Ltd')
  const [remaining, leaving] = [
    await addColleague(company, ['owner']),
    await addColleague(company, ['owner']),
  ]
  const { rolesEtag: etag } = await readColleague(leaving, remaining)
  await setActive(remaining, leaving, false)
  const late = { userId: leaving.id, ipAddress: '' } as UserCaller
  await refusedWith(errorCodes.lastOwner, changeRoles(late, { id: remaining.id, etag, roles: [] }))
  deepEqual((await readColleague(remaining, remaining)).roles, ['owner'])
})

test('U17: only another owner can deactivate or activate an owner, and the last owner cannot be deactivated', async () => {
  const company = await addDelegated('Lone Ltd')
  const sole = await addColleague(company, ['owner'])
  const helper = await addColleague(company, ['people'])
  await refusedWith(errorCodes.forbidden, setActive(helper, sole, false))
  await refusedWith(errorCodes.forbidden, setActive(sole, sole, false))
  const second = await addColleague(company, ['owner'])
  equal((await setActive(sole, second, false)).active, false)
  await refusedWith(errorCodes.forbidden, setActive(helper, second, true))
  equal((await setActive(sole, second, true)).active, true)
  const actions = (await auditOf(second.id)).map(({ action }) => action)
  ok(actions.includes('user_deactivated') && actions.includes('user_activated'))
  // The mails say whose administrator it was.
  const sides = scalars(db)`
    select data ->> 'by' from mails where user_id = ${second.id} and kind in ('activated', 'deactivated')`
  deepEqual(await sides, ['company', 'company'])
})

test('U17: deactivating an administrator of the company requires a step-up within 5 minutes', async () => {
  const helper = await addColleague(harbour, ['people'])
  const auditor = await addColleague(harbour, ['auditor'])
  const plain = await addColleague(harbour)
  await updateRows('sessions', { userId: helper.id }, { verifiedAt: ago('10 minutes') })
  await refusedWith(errorCodes.stepUpRequired, setActive(helper, auditor, false))
  equal((await setActive(helper, plain, false)).active, false)
})

test('3Z10: changes of colleagues require a step-up within 15 minutes', async () => {
  const helper = await addColleague(harbour, ['people'])
  const plain = await addColleague(harbour)
  await updateRows('sessions', { userId: helper.id }, { verifiedAt: ago('16 minutes') })
  const params = { id: plain.id }
  const body = { reason: 'Left' }
  for (const call of [
    () => setActive(helper, plain, false),
    () => set(helper, plain, []),
    () => helper.browser.call(contract.endColleagueSessions, { params, body }),
    () => helper.browser.call(contract.recoverColleague, { params, body }),
    () => inviteBy(helper, [newRow()]),
  ])
    await refusedWith(errorCodes.stepUpRequired, call())
})

test('U17: a user cannot be activated beyond the seats, or if the user has locked the account', async () => {
  const company = await addDelegated('Few Seats Ltd', { seats: 3 })
  const boss = await addColleague(company, ['owner'])
  const [first, second] = [await addColleague(company), await addColleague(company)]
  await setActive(boss, first, false)
  await inviteBy(boss, [newRow()])
  const refusal = await refusedWith(errorCodes.beyondDelegation, setActive(boss, first, true))
  equal(refusal.code, 403007)
  await setActive(boss, second, false)
  equal((await setActive(boss, first, true)).active, true)
  await updateRows('users', { id: second.id }, { lockedByOwnerAt: now })
  await updateRows('partners', { id: company.partnerId }, { seats: null })
  await refusedWith(errorCodes.beyondDelegation, setActive(boss, second, true))
})

test('U17: a role grants nothing without delegation, or after it was removed', async () => {
  const company = await addDelegated('Fading Ltd')
  const boss = await addColleague(company, ['owner'])
  const list = () => boss.browser.call(contract.listColleagues, {})
  await list()
  await updateRows('partners', { id: company.partnerId }, { delegated: false })
  await refusedWith(errorCodes.forbidden, list())
  await updateRows('partners', { id: company.partnerId }, { delegated: true })
  await list()
  await giveCompanyRoles(boss)
  await refusedWith(errorCodes.forbidden, list())
})

test('U17: ending the sessions of a colleague requires the role for security', async () => {
  const security = await addColleague(harbour, ['security'])
  const auditor = await addColleague(harbour, ['auditor'])
  const ada = await addColleague(harbour)
  const end = ({ browser }: Colleague) =>
    browser.call(contract.endColleagueSessions, {
      params: { id: ada.id },
      body: { reason: 'Lost laptop' },
    })
  await refusedWith(errorCodes.forbidden, end(auditor))
  deepEqual(await end(security), { ended: 1 })
  equal(await ada.browser.isLoggedIn(), false)
})

test('U17: the page of a user reports a disabled authenticator, and no passkeys under PASSKEYS=off', async (t) => {
  const { passkeys } = config
  const { mode } = passkeys.users
  t.after(() => {
    passkeys.users.mode = mode
  })
  passkeys.users.mode = 'off'
  const ada = await addUser({ company: harbour.name })
  const factorsOf = async () => {
    const { mfa } = await readColleague(people, ada)
    return [mfa.totp, mfa.disabled, mfa.passkeys]
  }
  deepEqual(await factorsOf(), [true, false, 0])
  await updateRows('second_factors', { userId: ada.id }, { disabledAt: now })
  deepEqual(await factorsOf(), [true, true, 0])
})
