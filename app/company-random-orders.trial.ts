import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { companyPermissionsOf, companyRoles, type CompanyRole } from '#contract/permission.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { cookies } from '#server/cookies.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addAdmin, logInAdmin, startUserSession, visitor, type Visitor } from '#test/people.ts'
import { randomFrom } from '#test/random.ts'
import * as delegation from '../features/admin/companies/delegation-contract.ts'
import { moveUser } from '../features/admin/users/contract.ts'
import { listCompanyActivity } from '../features/company/activity/contract.ts'
import { getNetworks } from '../features/company/networks/contract.ts'
import * as users from '../features/company/users/contract.ts'

/** How many steps in all. Each is many calls: a twentieth of what `npm run trials -- long` asks for. */
const steps = Math.ceil(Number(process.env['TEST_ORDERS'] ?? 2_500) / 20)
const stepsOfOrder = 25
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

/** What the rights of a user of a company depend on. */
type Model = {
  isHome: boolean
  roles: readonly CompanyRole[]
  isDelegated: boolean
  /** Without the user, every seat is taken. */
  isFull: boolean
  isActive: boolean
  hasSession: boolean
  held: readonly string[]
  /** The platforms that the company's administrators may give. */
  mayGive: readonly string[]
}

type Values = Pick<Model, 'roles' | 'isDelegated' | 'isFull' | 'mayGive'> & {
  platforms: readonly string[]
}

const { beyondDelegation, changedMeanwhile } = errorCodes
const { forbidden, notFound, notLoggedIn } = commonErrors
const over = { hasSession: false } as const

/** Each step with the next state, or with an error code and no change. */
const moves: Record<string, (model: Model, values: Values) => Model | number> = {
  roles: (m, { roles }) => byCompany(m) ?? { ...m, roles },
  delegation: (m, { isDelegated, isFull, mayGive }) => ({ ...m, isDelegated, isFull, mayGive }),
  platforms: (m, { platforms }) => {
    if (!platforms.every((id) => m.mayGive.includes(id))) return byCompany(m) ?? beyondDelegation
    const kept = m.held.filter((id) => !m.mayGive.includes(id))
    return byCompany(m) ?? { ...m, held: [...kept, ...platforms] }
  },
  deactivate: (m) => byCompany(m) ?? { ...m, ...over, isActive: false },
  activate: (m) =>
    byCompany(m) ?? (!m.isActive && m.isFull ? beyondDelegation : { ...m, isActive: true }),
  'end sessions': (m) => byCompany(m) ?? { ...m, ...over },
  move: (m) => ({ ...m, ...over, isHome: !m.isHome, roles: [], held: [] }),
  'log in': (m) => ({ ...m, hasSession: m.isActive }),
}

/** Mostly those that leave a session with rights. */
function namesFor({ isHome }: Model): string[] {
  const often: Record<string, number> = { roles: 4, delegation: 3, 'log in': 5, activate: 2 }
  return Object.keys(moves).flatMap((name) =>
    Array<string>(name === 'move' && !isHome ? 10 : (often[name] ?? 1)).fill(name),
  )
}

/** What another owner of the company gets as an answer, if not what was asked for. */
function byCompany({ isDelegated, isHome }: Model): number | undefined {
  if (!isDelegated) return forbidden
  return isHome ? undefined : notFound
}

const home = await addDelegated('Random Ltd')
const away = await addDelegated('Elsewhere Ltd')
const boss = await addColleague(home, ['owner'])
const colleague = await addColleague(home)
const stranger = await addColleague(away)
const admin = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))

type Ada = { id: string; browser: Visitor }

async function callOn(ada: Ada, what: 'roles' | 'platforms', body: object): Promise<unknown> {
  const params = { id: ada.id }
  const { etag, rolesEtag } = await boss.browser.call(users.getColleague, { params })
  const [endpoint, tag] =
    what === 'roles'
      ? ([users.setColleagueRoles, rolesEtag] as const)
      : ([users.setColleaguePlatforms, etag] as const)
  return boss.browser.call(endpoint, { params, headers: { 'if-match': tag }, body } as never)
}

const reason = { reason: 'Tested' }

const real: Record<string, (ada: Ada, values: Values, model: Model) => Promise<unknown>> = {
  roles: (ada, { roles }) => callOn(ada, 'roles', { roles }),
  platforms: (ada, { platforms }) =>
    callOn(ada, 'platforms', { subsystems: platforms.map((id) => ({ id })) }),
  delegation: async (_, { isDelegated, isFull, mayGive }, { isHome, isActive }) => {
    const params = { id: home.partnerId }
    const { etag, used } = await admin.call(delegation.getDelegation, { params })
    const others = used - (isHome && isActive ? 1 : 0)
    const body = { seats: isFull ? others : null, reviewMonths: null, reviewStrict: false }
    const headers = { 'if-match': etag }
    return admin.call(delegation.setDelegation, {
      params,
      headers,
      body: { ...body, delegated: isDelegated, subsystems: [...mayGive] },
    })
  },
  deactivate: ({ id }) =>
    boss.browser.call(users.deactivateColleague, { params: { id }, body: reason }),
  activate: ({ id }) =>
    boss.browser.call(users.activateColleague, { params: { id }, body: reason }),
  'end sessions': ({ id }) =>
    boss.browser.call(users.endColleagueSessions, { params: { id }, body: reason }),
  move: ({ id }, _, { isHome }) => {
    const companyId = isHome ? away.partnerId : home.partnerId
    return admin.call(moveUser, { params: { id }, body: { companyId, ...reason } })
  },
  'log in': async ({ id, browser }, _, { isActive }) => {
    if (isActive) browser.cookies.set(cookies.session, (await startUserSession({ id })).token)
  },
}

/** Zero, or the error code. */
function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
}

const of = (id: string) => ({ params: { id } })

async function seen({ browser: { call } }: Ada) {
  const me = await call(getMe, {}).catch(() => undefined)
  const open = me?.subsystems.filter(({ state }) => state === 'active').map(({ id }) => id)
  return {
    permissions: me?.permissions,
    platforms: open?.toSorted(),
    users: await codeOf(call(users.listColleagues, {})),
    colleague: await codeOf(call(users.getColleague, of(colleague.id))),
    stranger: await codeOf(call(users.getColleague, of(stranger.id))),
    networks: await codeOf(call(getNetworks, {})),
    activity: await codeOf(call(listCompanyActivity, {})),
    owner: await codeOf(
      call(users.setColleagueRoles, {
        ...of(colleague.id),
        headers: { 'if-match': '"99"' },
        body: { roles: [] },
      }),
    ),
  }
}

function expectedOf({ isHome, roles, isDelegated, hasSession, held }: Model) {
  const permissions = isHome && isDelegated ? companyPermissionsOf(roles) : []
  const answer = (permission: (typeof permissions)[number], code = 0) => {
    if (!hasSession) return notLoggedIn
    return permissions.includes(permission) ? code : forbidden
  }
  return {
    permissions: hasSession ? permissions : undefined,
    platforms: hasSession ? held.toSorted() : undefined,
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
  held: [],
  mayGive: home.platforms,
}

test(`U17: ${steps} random changes leave a running session exactly the rights of a small model (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const some = <Of>(all: readonly Of[]) => all.filter(() => random() < 0.5)
  for (let order = 0; order < steps / stepsOfOrder; order += 1) {
    const { id } = await addColleague(home)
    const ada = { id, browser: await visitor() }
    ada.browser.cookies.set(cookies.session, (await startUserSession({ id })).token)
    const open = { isDelegated: true, isFull: false, mayGive: home.platforms }
    await real['delegation']?.(ada, { ...open, roles: [], platforms: [] }, start)
    let model = start
    const told: string[] = []
    for (let step = 0; step < stepsOfOrder; step += 1) {
      const names = namesFor(model)
      const name = names[Math.floor(random() * names.length)] ?? ''
      const values: Values = {
        roles: some(companyRoles),
        isDelegated: random() < 0.7,
        isFull: random() < 0.5,
        mayGive: some(home.platforms),
        platforms: some(home.platforms),
      }
      const expected = moves[name]?.(model, values) ?? model
      const call = real[name]?.(ada, values, model) ?? Promise.resolve()
      told.push(`${name} ${JSON.stringify(values)}`)
      const wanted = typeof expected === 'number' ? expected : 0
      const answer = await codeOf(call)
      if (typeof expected !== 'number') model = expected
      const where = `order ${order}: ${told.join(', ')}`
      deepEqual({ answer, ...(await seen(ada)) }, { answer: wanted, ...expectedOf(model) }, where)
    }
  }
})
