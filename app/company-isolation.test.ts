import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
import { processReviews } from '#domain/platform-access/access-review-work.ts'
import { db, scalar } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { visitor, type Visitor } from '#test/people.ts'
import { ask } from '#test/recovery.ts'
import { addRow, ago, updateRows } from '#test/rows.ts'

/** Tests what a user of one company can learn about another, by every call of the company area. */

const harbour = await addDelegated('Harbour Trading')
const owner = await addColleague(harbour, ['owner'])
const member = await addColleague(harbour)

// Another company with everything that a call can refer to, and words that appear nowhere else.
const rival = await addDelegated('Zanzibar Consolidated')
const spice = await addColleague(rival, ['owner'], {
  email: 'quetzal@zanzibar.example',
  firstname: 'Quetzalcoatl',
  lastname: 'Vespucci',
})
const clerk = await addColleague(rival, [], {
  email: 'xylophone@zanzibar.example',
  firstname: 'Xanthippe',
  lastname: 'Oglethorpe',
})
await inviteBy(spice, [newRow({ email: 'guest.zanzibar@zanzibar.example' })])
await addRow('access_requests', {
  userId: clerk.id,
  subsystemId: rival.platforms[0],
  reason: 'Zanzibar needs it',
})
await addRow('ip_allow_rules', {
  partnerId: rival.partnerId,
  cidr: '10.99.0.0/16',
  name: 'Zanzibar office',
})
const { id: approvals } = await ask(clerk)
await updateRows(
  'partners',
  { id: rival.partnerId },
  { reviewMonths: 6, createdAt: ago('7 months') },
)
await processReviews(db)
const idOf = async (text: Promise<string | undefined>) => (await text) ?? ''
const rivalIds = {
  users: clerk.id,
  approvals,
  invitations: await idOf(scalar<string>(db)`
    select id from invitations where partner_id = ${rival.partnerId}`),
  requests: await idOf(scalar<string>(db)`
    select id from access_requests where user_id = ${clerk.id}`),
  reviews: await idOf(scalar<string>(db)`
    select id from access_reviews where partner_id = ${rival.partnerId}`),
}

const { endpoints } = await theServer()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const calls = endpoints.filter(
  ({ access }) => typeof access === 'object' && 'userWithAnyOf' in access,
)
const withId = calls.filter(({ path }) => path.includes('{id}'))
const areas = Object.keys(rivalIds) as (keyof typeof rivalIds)[]

/** Valid bodies of the calls that need one. */
const bodies: Readonly<Record<string, object>> = {
  'PUT /users/company/users/{id}/platforms': { subsystems: [] },
  'PUT /users/company/users/{id}/activate': { reason: 'Tested' },
  'PUT /users/company/users/{id}/deactivate': { reason: 'Tested' },
  'POST /users/company/users/{id}/sessions/logout': { reason: 'Tested' },
  'POST /users/company/users/{id}/recovery': { reason: 'Tested' },
  'PUT /users/company/users/{id}/roles': { roles: [] },
  'POST /users/company/approvals/{id}/approve': { evidence: 'Tested on the phone of an office' },
  'POST /users/company/approvals/{id}/refuse': { reason: 'Tested' },
  'POST /users/company/requests/{id}/refuse': { reason: 'Tested' },
  'POST /users/company/invitations': { users: [newRow()], subsystems: [] },
  'POST /users/company/invitations/check': {
    subsystems: [],
    rows: [newRow(clerk), newRow({ email: 'guest.zanzibar@zanzibar.example' })],
  },
  'PUT /users/company/reviews/{id}/items': {
    items: [{ userId: clerk.id, subsystem: null, decision: 'keep' }],
  },
  'PUT /users/company/network-rules': { ipAllowRules: [] },
  'POST /users/company/network-rules/dry-run': { ipAllowRules: [] },
}

async function call(browser: Visitor, endpoint: Endpoint, id = '') {
  const token = (await browser.fetch('/api/csrf')).headers.get('x-csrf-token') ?? ''
  const answer = await browser.fetch(`/api${endpoint.path.replace('{id}', id)}`, {
    method: endpoint.method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': token,
      'content-type': 'application/json',
      'if-match': '"0"',
      'idempotency-key': randomUUID(),
    },
    ...(endpoint.method !== 'GET' && { body: JSON.stringify(bodies[nameOf(endpoint)] ?? {}) }),
  })
  const text = await answer.text()
  const { errorCode = 0 } = (answer.status < 400 || text === '' ? {} : JSON.parse(text)) as {
    errorCode?: number
  }
  return { code: errorCode, text, headers: JSON.stringify([...answer.headers]) }
}

test('U17: no call takes the company as a parameter, and each call requires a permission of the company area', () => {
  ok(calls.length >= 18, String(calls.length))
  for (const endpoint of calls) {
    const names = Object.keys({ ...endpoint.params?.shape, ...endpoint.query?.shape })
    const isFree = names.every((name) => !/company|partner/i.test(name))
    ok(isFree && endpoint.path.startsWith('/users/company/'), nameOf(endpoint))
  }
})

test('U17: every call answers 404001 for an id of another company, a random id and a malformed id', async () => {
  ok(areas.every((area) => rivalIds[area] !== ''))
  ok(withId.length >= 10, String(withId.length))
  for (const endpoint of withId) {
    const area = areas.find((each) => endpoint.path.startsWith(`/users/company/${each}/`))
    ok(area, nameOf(endpoint))
    const answers = [
      await call(owner.browser, endpoint, rivalIds[area]),
      await call(owner.browser, endpoint, randomUUID()),
      await call(owner.browser, endpoint, 'none'),
    ]
    deepEqual(
      answers.map(({ code }) => code),
      [404001, 404001, 404001],
      nameOf(endpoint),
    )
    const shapes = answers.map(({ text }) => text.replaceAll(/"requestId":"[^"]+"/g, ''))
    equal(new Set(shapes).size, 1, nameOf(endpoint))
  }
})

test('U17: a call answers 403001 without the permission and 401101 without a session', async () => {
  const stranger = await visitor()
  const admins = new Map(
    await Promise.all(
      companyRoles.map(async (role) => [role, await addColleague(harbour, [role])] as const),
    ),
  )
  for (const endpoint of calls) {
    const { access } = endpoint
    const permissions =
      typeof access === 'object' && 'userWithAnyOf' in access ? access.userWithAnyOf : []
    for (const [role, { browser }] of admins) {
      const may = companyPermissionsOf([role]).some((each) => permissions.includes(each))
      const { code } = await call(browser, endpoint, randomUUID())
      equal(code === 403001, !may, `${role}: ${nameOf(endpoint)} ${code}`)
    }
    equal((await call(member.browser, endpoint, randomUUID())).code, 403001, nameOf(endpoint))
    equal((await call(stranger, endpoint, randomUUID())).code, 401101, nameOf(endpoint))
  }
})

test('U17: after the delegation is switched off, every call immediately answers 403001', async () => {
  const company = await addDelegated('Ended Ltd')
  const owner = await addColleague(company, ['owner'])
  await updateRows('partners', { id: company.partnerId }, { delegated: false })
  for (const endpoint of calls)
    equal((await call(owner.browser, endpoint, randomUUID())).code, 403001, nameOf(endpoint))
})

test('U17: no response contains a name, address, network or id of another company', async () => {
  const secrets = [
    /zanzibar/i,
    /quetzal/i,
    /vespucci/i,
    /xanthippe/i,
    /oglethorpe/i,
    /10\.99\./,
    ...[rival.partnerId, spice.id, clerk.id].map((id) => new RegExp(id)),
    ...[approvals, rivalIds.invitations, rivalIds.requests, rivalIds.reviews].map(
      (id) => new RegExp(id),
    ),
  ]
  // The response repeats the input of the requester.
  const echoed = ['POST /users/company/invitations/check']
  const own: Readonly<Record<string, string>> = { users: member.id }
  let answered = 0
  for (const endpoint of calls) {
    const area = areas.find((each) => endpoint.path.startsWith(`/users/company/${each}/`)) ?? ''
    for (const id of [own[area], rivalIds[area as keyof typeof rivalIds], '']) {
      const { code, text, headers } = await call(owner.browser, endpoint, id)
      answered += code === 0 ? 1 : 0
      if (echoed.includes(nameOf(endpoint))) continue
      for (const secret of secrets)
        equal(secret.test(text + headers), false, `${nameOf(endpoint)} reveals ${String(secret)}`)
    }
  }
  ok(answered > 25, `only ${answered} answers`)
})
