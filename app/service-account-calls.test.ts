import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { machineScopeNames } from '#contract/machine.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { adminCookies } from '#server/cookies.ts'
import { theServer } from '#test/browser.ts'
import { addAdmin, startSessionOfAdmin } from '#test/people.ts'
import { askAs, newInvitingPlatform } from '#test/platform-api.ts'
import { platformFetch } from '#test/platform-client.ts'
import { addService, assertionOf, callAs, tokenOf } from '#test/service-accounts.ts'
import { routesOf } from '#test/routes.ts'
import { addPlatform } from '../features/admin/platforms/contract.ts'

const { endpoints } = await theServer()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const users = '/admin/users'

/** Calls that service accounts may make, repeated here so that a mistake in a contract is noticed. */
const open = {
  'GET /admin/auditlogs': 'admin:audit.read',
  'GET /admin/auditlogs/actions': 'admin:audit.read',
  'GET /admin/configuration/requests/{id}': 'admin:configuration',
  'GET /admin/invitations': 'admin:invitations.read',
  'GET /admin/invitations/partners': 'admin:invitations.read',
  'GET /admin/partners': 'admin:companies.read',
  'GET /admin/partners/{id}': 'admin:companies.read',
  'GET /admin/platforms': 'admin:platforms.read',
  'GET /admin/platforms/{id}': 'admin:platforms.read',
  'GET /admin/users': 'admin:users.read',
  'GET /admin/users/{id}': 'admin:users.read',
  'GET /admin/users/{id}/platforms': 'admin:users.read',
  'POST /admin/configuration': 'admin:configuration',
  'POST /admin/configuration/plan': 'admin:configuration',
  'POST /admin/invitations': 'admin:invitations',
  'POST /admin/invitations/bulk': 'admin:invitations',
  'POST /admin/invitations/{id}/resend': 'admin:invitations',
  'POST /admin/invitations/{id}/revoke': 'admin:invitations',
  'POST /admin/partners': 'admin:companies',
  'POST /admin/users/{id}/sessions/logout': 'admin:users',
  'POST /admin/users/{id}/sessions/{sessionId}/logout': 'admin:users',
  'PUT /admin/users/{id}/deactivate': 'admin:users',
  'PUT /admin/users/{id}/platforms': 'admin:users',
}

test('S2: the contracts open exactly these calls to service accounts', () => {
  const scopes = endpoints
    .filter(({ machine }) => machine)
    .map((each) => [nameOf(each), each.machine])
  deepEqual(Object.fromEntries(scopes.toSorted()), open)
})

test('S2: a service account with every scope gets 403 from each route of the admin area that names no scope', async () => {
  const token = await tokenOf(await addService())
  const routes = routesOf(await theServer()).filter((route) => / \/api\/admin\b/.test(route))
  ok(routes.length > 100)
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const isOpen = Object.hasOwn(open, `${method} ${path.replace('/api', '')}`)
    const { status, code } = await callAs(token, pathOf(path), {
      method: method as 'GET',
      ...(method !== 'GET' && { body: {} }),
    })
    if (isOpen) ok(![401, 403].includes(status), `${route}: ${status}`)
    else deepEqual([status, code], [403, commonErrors.forbidden], route)
  }
})

test('S2: outside of the admin area, the token of a service account is invalid', async () => {
  const service = await addService()
  const token = await tokenOf(service)
  for (const endpoint of endpoints) {
    const kind = callerKindOf(endpoint.access)
    if (kind === 'anyone' || endpoint.path.startsWith('/admin')) continue
    const method = endpoint.method as 'GET'
    const headers = { 'content-type': 'application/json' }
    const isRead = method === 'GET'
    const path = pathOf(endpoint.path)
    const { status } = await (kind === 'platform'
      ? askAs({ token }, path, { method, headers, ...(!isRead && { body: '{}' }) })
      : callAs(token, path, { method, ...(!isRead && { body: {} }) }))
    // Without a CSRF token, a call with cookies is refused before the caller is identified.
    ok([401, 403].includes(status), `${nameOf(endpoint)}: ${status}`)
  }
  const introspected = await platformFetch('/oidc/token/introspection', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      token,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(service),
    }),
    redirect: 'manual',
  })
  deepEqual(await introspected.json(), { active: false })
})

test('S2: each scope opens its own calls, and a scope without `.read` also allows reading', async () => {
  const service = await addService()
  for (const scope of machineScopeNames) {
    const token = await tokenOf(service, { scope })
    for (const [route, requiredScope] of Object.entries(open)) {
      const [method = '', path = ''] = route.split(' ')
      const { status, headers } = await callAs(token, pathOf(path), {
        method: method as 'GET',
        ...(method !== 'GET' && { body: {} }),
      })
      const isAllowed = requiredScope === scope || requiredScope === `${scope}.read`
      equal(status === 403, !isAllowed, `${route} with ${scope}: ${status}`)
      if (!isAllowed)
        match(headers.get('www-authenticate') ?? '', new RegExp(`scope="${requiredScope}"$`))
    }
  }
})

test('S2: a platform’s token, an unknown token and no token are refused', async () => {
  const platform = await newInvitingPlatform('Harbour Ltd')
  for (const token of [platform.token, 'nothing', '']) {
    const { status, code, headers } = await callAs(token, users)
    const expected = token === '' ? commonErrors.notLoggedIn : errorCodes.invalidToken
    equal(status, 401, token)
    if (token !== '') equal(code, expected)
    if (token !== '') match(headers.get('www-authenticate') ?? '', /error="invalid_token"$/)
  }
  const token = await tokenOf(await addService())
  equal((await askAs({ token }, '/platform/invitations')).status, 401)
  equal((await platformFetch('/oidc/me', bearer(token))).status, 401)
})

test('S2: a call with an admin’s session and a token is refused, whatever they allow', async () => {
  const token = await tokenOf(await addService())
  const { token: session } = await startSessionOfAdmin(await addAdmin())
  const headers = { cookie: `${adminCookies.session}=${session}` }
  for (const path of [users, '/admin/me', '/admin/csrf']) {
    const { status, code } = await callAs(token, path, { headers })
    deepEqual([status, code], [400, commonErrors.invalidInput], path)
  }
})

test('S2: a response to a service account sets no cookie and has no CSRF token', async () => {
  const { headers, status } = await callAs(await tokenOf(await addService()), users)
  equal(status, 200)
  deepEqual([headers.get('set-cookie'), headers.get('x-csrf-token')], [null, null])
  equal(headers.get('x-session-expires'), null)
})

test('S2: without a bearer token, a changing call still needs its CSRF token', async () => {
  const { token: session } = await startSessionOfAdmin(await addAdmin())
  for (const authorization of ['Basic YTpi', 'Bearer ', 'bearer']) {
    const answer = await platformFetch('/api/admin/partners', {
      method: 'POST',
      headers: {
        authorization,
        cookie: `${adminCookies.session}=${session}`,
        'content-type': 'application/json',
      },
      body: '{}',
      redirect: 'manual',
    })
    const { errorCode } = (await answer.json()) as { errorCode: number }
    equal(errorCode, commonErrors.invalidCsrfToken, authorization)
  }
})

const faultsOf = (id: string) => JSON.stringify(addPlatform.body.safeParse({ id }))

test('S2: no platform can be registered with the id of a service account', () => {
  ok(faultsOf('svc-nightly').includes('invalidId'))
  ok(!faultsOf('sv-nightly').includes('invalidId'))
})

function pathOf(path: string): string {
  return path.replace(/^\/api/, '').replaceAll(/\{\w+\}|\*/g, 'unknown')
}

function bearer(token: string) {
  return {
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    body: undefined,
    redirect: 'manual',
  } as const
}
