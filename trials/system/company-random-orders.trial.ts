import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { companyPermissionsOf, companyRoles, type CompanyRole } from '#contract/permission.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { cookies } from '#server/cookies.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addAdmin, logInAdmin, startUserSession, visitor, type Visitor } from '#test/people.ts'
import { randomFrom } from '#test/random.ts'
import * as delegation from '../../features/admin/companies/delegation-contract.ts'
import { moveUser } from '../../features/admin/users/contract.ts'
import { listCompanyActivity } from '../../features/company/activity/contract.ts'
import { getNetworks } from '../../features/company/networks/contract.ts'
import * as users from '../../features/company/users/contract.ts'

/**
 * Total number of steps. Each makes many calls, so it is a twentieth of the number that `npm run trials -- long` sets.
 */
const steps = Math.ceil(Number(process.env['TEST_ORDERS'] ?? 2_500) / 20)
const stepsPerOrder = 25
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

/** State that determines the rights of a user of a company. */
type Model = {
  isHome: boolean
  roles: readonly CompanyRole[]
  isDelegated: boolean
  /** True if every seat is taken without counting the user. */
  isFull: boolean
  isActive: boolean
  hasSession: boolean
  platforms: readonly string[]
  /** Platforms that the company's administrators may grant. */
  grantable: readonly string[]
}

type Values = Pick<Model, 'roles' | 'isDelegated' | 'isFull' | 'grantable'> & {
  platforms: readonly string[]
}

const { beyondDelegation, changedMeanwhile } = errorCodes
const { forbidden, notFound, notLoggedIn } = commonErrors
const loggedOut = { hasSession: false } as const

/** Steps of the model: each returns the next state, or an error code if nothing changes. */
const moves: Record<string, (model: Model, values: Values) => Model | number> = {
  roles: (m, { roles }) => byCompany(m) ?? { ...m, roles },
  delegation: (m, { isDelegated, isFull, grantable }) => ({ ...m, isDelegated, isFull, grantable }),
  platforms: (m, { platforms }) => {
    if (!platforms.every((id) => m.grantable.includes(id))) return byCompany(m) ?? beyondDelegation
    const remaining = m.platforms.filter((id) => !m.grantable.includes(id))
    return byCompany(m) ?? { ...m, platforms: [...remaining, ...platforms] }
  },
  deactivate: (m) => byCompany(m) ?? { ...m, ...loggedOut, isActive: false },
  activate: (m) =>
    byCompany(m) ?? (!m.isActive && m.isFull ? beyondDelegation : { ...m, isActive: true }),
  'end sessions': (m) => byCompany(m) ?? { ...m, ...loggedOut },
  move: (m) => ({ ...m, ...loggedOut, isHome: !m.isHome, roles: [], platforms: [] }),
  'log in': (m) => ({ ...m, hasSession: m.isActive }),
}

/** Returns the names of the steps, weighted towards those that leave a session with rights. */
function namesFor({ isHome }: Model): string[] {
  const often: Record<string, number> = { roles: 4, delegation: 3, 'log in': 5, activate: 2 }
  return Object.keys(moves).flatMap((name) =>
    Array<string>(name === 'move' && !isHome ? 10 : (often[name] ?? 1)).fill(name),
  )
}

/** Returns the error code that another owner of the company gets; undefined if the call is carried out. */
function byCompany({ isDelegated, isHome }: Model): number | undefined {
  if (!isDelegated) return forbidden
  return isHome ? undefined : notFound
}

const home = await addDelegated('Random Ltd')
const away = await addDelegated('Elsewhere Ltd')
const owner = await addColleague(home, ['owner'])
const colleague = await addColleague(home)
const stranger = await addColleague(away)
const admin = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))

type Ada = { id: string; browser: Visitor }

async function callOn(ada: Ada, what: 'roles' | 'platforms', body: object): Promise<unknown> {
  const params = { id: ada.id }
  const { etag, rolesEtag } = await owner.browser.call(users.getColleague, { params })
  const [endpoint, tag] =
    what === 'roles'
      ? ([users.setColleagueRoles, rolesEtag] as const)
      : ([users.setColleaguePlatforms, etag] as const)
  return owner.browser.call(endpoint, { params, headers: { 'if-match': tag }, body } as never)
}

const reason = { reason: 'Tested' }

const actions: Record<string, (ada: Ada, values: Values, model: Model) => Promise<unknown>> = {
  roles: (ada, { roles }) => callOn(ada, 'roles', { roles }),
  platforms: (ada, { platforms }) =>
    callOn(ada, 'platforms', { subsystems: platforms.map((id) => ({ id })) }),
  delegation: async (_, { isDelegated, isFull, grantable }, { isHome, isActive }) => {
    const params = { id: home.partnerId }
    const { etag, used } = await admin.call(delegation.getDelegation, { params })
    const others = used - (isHome && isActive ? 1 : 0)
    const body = { seats: isFull ? others : null, reviewMonths: null, reviewStrict: false }
    const headers = { 'if-match': etag }
    return admin.call(delegation.setDelegation, {
      params,
      headers,
      body: { ...body, delegated: isDelegated, subsystems: [...grantable] },
    })
  },
  deactivate: ({ id }) =>
    owner.browser.call(users.deactivateColleague, { params: { id }, body: reason }),
  activate: ({ id }) =>
    owner.browser.call(users.activateColleague, { params: { id }, body: reason }),
  'end sessions': ({ id }) =>
    owner.browser.call(users.endColleagueSessions, { params: { id }, body: reason }),
  move: ({ id }, _, { isHome }) => {
    const companyId = isHome ? away.partnerId : home.partnerId
    return admin.call(moveUser, { params: { id }, body: { companyId, ...reason } })
  },
  'log in': async ({ id, browser }, _, { isActive }) => {
    if (isActive) browser.cookies.set(cookies.session, (await startUserSession({ id })).token)
  },
}

/** Returns 0, or the error code. */
function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
}

const paramsOf = (id: string) => ({ params: { id } })

async function observe({ browser: { call } }: Ada) {
  const me = await call(getMe, {}).catch(() => undefined)
  const open = me?.subsystems.filter(({ state }) => state === 'active').map(({ id }) => id)
  return {
    permissions: me?.permissions,
    platforms: open?.toSorted(),
    users: await codeOf(call(users.listColleagues, {})),
    colleague: await codeOf(call(users.getColleague, paramsOf(colleague.id))),
    stranger: await codeOf(call(users.getColleague, paramsOf(stranger.id))),
    networks: await codeOf(call(getNetworks, {})),
    activity: await codeOf(call(listCompanyActivity, {})),
    owner: await codeOf(
      call(users.setColleagueRoles, {
        ...paramsOf(colleague.id),
        headers: { 'if-match': '"99"' },
        body: { roles: [] },
      }),
    ),
  }
}

function expectedOf({ isHome, roles, isDelegated, hasSession, platforms }: Model) {
  const permissions = isHome && isDelegated ? companyPermissionsOf(roles) : []
  const answer = (permission: (typeof permissions)[number], code = 0) => {
    if (!hasSession) return notLoggedIn
    return permissions.includes(permission) ? code : forbidden
  }
  return {
    permissions: hasSession ? permissions : undefined,
    platforms: hasSession ? platforms.toSorted() : undefined,
    users: answer('company_users'),
    colleague: answer('company_users'),
    stranger: answer('company_users', notFound),
    networks: answer('company_security'),
    activity: answer('company_audit'),
    owner: answer('company_owner', changedMeanwhile),
  }
}

const start: Model = {
  isHome: true,
  roles: [],
  isDelegated: true,
  isFull: false,
  isActive: true,
  hasSession: true,
  platforms: [],
  grantable: home.platforms,
}

test(`U17: after each of ${steps} random changes, a running session has exactly the rights of a small model (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const some = <Of>(all: readonly Of[]) => all.filter(() => random() < 0.5)
  for (let order = 0; order < steps / stepsPerOrder; order += 1) {
    const { id } = await addColleague(home)
    const ada = { id, browser: await visitor() }
    ada.browser.cookies.set(cookies.session, (await startUserSession({ id })).token)
    const open = { isDelegated: true, isFull: false, grantable: home.platforms }
    await actions['delegation']?.(ada, { ...open, roles: [], platforms: [] }, start)
    let model = start
    const log: string[] = []
    for (let step = 0; step < stepsPerOrder; step += 1) {
      const names = namesFor(model)
      const name = names[Math.floor(random() * names.length)] ?? ''
      const values: Values = {
        roles: some(companyRoles),
        isDelegated: random() < 0.7,
        isFull: random() < 0.5,
        grantable: some(home.platforms),
        platforms: some(home.platforms),
      }
      const expected = moves[name]?.(model, values) ?? model
      const call = actions[name]?.(ada, values, model) ?? Promise.resolve()
      log.push(`${name} ${JSON.stringify(values)}`)
      const expectedCode = typeof expected === 'number' ? expected : 0
      const answer = await codeOf(call)
      if (typeof expected !== 'number') model = expected
      const where = `order ${order}: ${log.join(', ')}`
      deepEqual(
        { answer, ...(await observe(ada)) },
        { answer: expectedCode, ...expectedOf(model) },
        where,
      )
    }
  }
})
