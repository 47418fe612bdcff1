import { randomUUID } from 'node:crypto'
import { SignJWT, type JSONWebKeySet } from 'jose'
import type { Body } from '#contract/endpoint.ts'
import { machineScopeNames } from '#contract/machine.ts'
import {
  addServiceAccount,
  revokeServiceAccount,
  type ServiceAccountFacts,
} from '#domain/service-accounts/service-account.ts'
import { db, transaction } from '#server/db.ts'
import type { addServiceAccount as endpoint } from '../../features/admin/service-accounts/contract.ts'
import { issuer, platformFetch } from './platform-client.ts'
import { drawKey, type SigningKey } from './signing-platform.ts'

/** Service accounts that sign assertions, and their calls. */

export type Service = { id: string; key: SigningKey }

const dayMs = 24 * 60 * 60 * 1000
let count = 0

export const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

type Facts = Partial<ServiceAccountFacts> & { id?: string; madeBy?: string; revokedAt?: Date }

export async function addService(facts: Facts = {}): Promise<Service> {
  count += 1
  const key = await drawKey('ES256')
  const id = facts.id ?? `svc-test-${count}`
  const jwks: JSONWebKeySet = { keys: [key.publicJwk] }
  await transaction(db, (tx) =>
    addServiceAccount(tx, {
      name: `Service ${count}`,
      scopes: machineScopeNames,
      jwks,
      jwksUri: null,
      expiresAt: daysFromNow(90),
      allowedFrom: [],
      madeBy: 'system',
      ...facts,
      id,
    }),
  )
  if (facts.revokedAt) await transaction(db, (tx) => revokeServiceAccount(tx, id))
  return { id, key }
}

/** Returns the form values of a new service account. */
export async function newServiceFacts(): Promise<Omit<Body<typeof endpoint>, 'id'>> {
  const { publicJwk } = await drawKey('ES256')
  return {
    name: 'Nightly',
    scopes: ['admin:users.read'],
    jwks: { keys: [publicJwk] } as Body<typeof endpoint>['jwks'],
    jwksUri: null,
    expiresAt: daysFromNow(30).toISOString(),
    allowedFrom: [],
  }
}

type TokenRequest = { scope?: string; from?: string; assertion?: string; key?: SigningKey }

/** Returns the response of the token endpoint. */
export async function askToken(service: Service, request: TokenRequest = {}): Promise<Response> {
  const { scope, from = '198.51.100.42', key = service.key } = request
  const assertion = request.assertion ?? (await assertionOf({ id: service.id, key }))
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...(scope !== undefined && { scope }),
  })
  return platformFetch(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
    body,
    redirect: 'manual',
  })
}

export async function tokenOf(service: Service, request: TokenRequest = {}): Promise<string> {
  const scope = request.scope ?? machineScopeNames.join(' ')
  const answer = await askToken(service, { ...request, scope })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`no token: ${answer.status}`)
  return token
}

export async function assertionOf(
  { id, key }: Service,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const required = { iss: id, sub: id, aud: issuer, exp: now + 60, iat: now, jti: randomUUID() }
  return new SignJWT({ ...required, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid })
    .sign(key.privateKey)
}

type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  body?: object
  headers?: Record<string, string>
  from?: string
}
export type Answer = {
  status: number
  code: number | undefined
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the type of its response
  body: any
}

/** Calls the admin API with only the token. */
export async function callAs(token: string, path: string, sent: Request = {}): Promise<Answer> {
  const { method = 'GET', from = '198.51.100.42' } = sent
  const answer = await platformFetch(`/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': from,
      ...(sent.body && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: sent.body && JSON.stringify(sent.body),
    redirect: 'manual',
  })
  const text = await answer.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: answer.status, code: body?.errorCode, headers: answer.headers, body }
}
