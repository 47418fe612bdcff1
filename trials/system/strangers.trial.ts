import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Call } from '#contract/call.ts'
import type { AnyLinkKind } from '#domain/sign-in/link.ts'
import { db, row } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { withLimits } from '#test/limits.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  createMailedToken,
  inviteUser,
  passHumanCheck,
} from '#test/people.ts'
import { routesOf } from '#test/routes.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'

/**
 * Tests what a caller without an account can write: each endpoint is called many times from one address, with input
 * made from its own schema. Endpoints and limits are read from the program, so that new ones are tested, too.
 */
const max = 3
const calls = 40
/** Maximum rows in one table that `max` attempts, the blocks and the mails about them may write. */
const maxRows = 20

const server = await startServer({ ...withLimits({ every: max }), SERVE: 'users,admin,sso' })
const { endpoints } = await theServer()
/** Values of fields, by name. */
const values = await makeValues()

test('X2: 40 calls from one address to an endpoint for anyone write few rows, whatever they send', async () => {
  const open = endpoints.filter(({ access }) => access === 'anyone')
  ok(open.length > 15)
  const faults: string[] = []
  for (const endpoint of open) {
    const tokens = hasField(endpoint, 'token') ? values['token']! : ['']
    for (const token of tokens) {
      const codes = new Set<number>()
      const grown = await rowsBy(async () => {
        const call = server.visitor(nextAddress())
        for (let count = 0; count < calls; count += 1)
          codes.add(await codeOf(call, endpoint, { count, token }))
      })
      faults.push(...tooMany(endpoint.path, grown))
      if ([...codes].join() === '400001')
        faults.push(`${endpoint.path}: the input made for it is invalid`)
    }
  }
  deepEqual(faults, [])
})

test('X2: an endpoint for users, admins or platforms writes no row for an anonymous caller', async () => {
  const closed = endpoints.filter(({ access }) => access !== 'anyone')
  ok(closed.length > 50)
  const grown = await rowsBy(async () => {
    const call = server.visitor(nextAddress())
    for (const endpoint of closed) await codeOf(call, endpoint, { count: 0, token: '' })
  })
  deepEqual(grown, {})
})

test('X2: 40 calls from one address to any other route write few rows, whatever they send', async () => {
  const others = routesOf(await theServer()).filter((route) => !/ (\/api\/|\*)/.test(route))
  ok(others.length > 30)
  const faults: string[] = []
  for (const route of [...others, 'GET /login', 'GET /reset-password/x', 'GET /oidc/none']) {
    const grown = await rowsBy(async () => {
      const ipAddress = nextAddress()
      for (let count = 0; count < calls; count += 1) await request(route, ipAddress)
    })
    faults.push(...tooMany(route, grown))
  }
  deepEqual(faults, [])
})

function tooMany(path: string, grown: Record<string, number>): string[] {
  return Object.entries(grown)
    .filter(([, rows]) => rows > maxRows)
    .map(([table, rows]) => `${path}: ${rows} rows in ${table}`)
}

let address = 0

function nextAddress(): string {
  address += 1
  return `198.51.${100 + (address >> 8)}.${address & 255}`
}

type Attempt = { count: number; token: string }

/** Returns the error code of the response; 0 for a success, or for no response of the API. */
async function codeOf(call: Call, endpoint: Endpoint, attempt: Attempt): Promise<number> {
  const humanCheck = hasField(endpoint, 'humanCheck') && attempt.count % 2 === 0
  const solved = humanCheck ? await passHumanCheck({ call }).catch(() => 'wrong') : 'wrong'
  const own = { ...attempt, humanCheck: solved }
  const input = {
    ...(endpoint.body && { body: makeInput(schemaOf(endpoint.body), own) }),
    ...(endpoint.params && { params: makeInput(schemaOf(endpoint.params), own) }),
    ...(endpoint.query && { query: makeInput(schemaOf(endpoint.query), own) }),
    ...(endpoint.headers && { headers: makeInput(schemaOf(endpoint.headers), own) }),
  }
  return call(endpoint, input as never).then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : 0),
  )
}

type Schema = {
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
}

function schemaOf(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

function hasField({ body }: Endpoint, name: string): boolean {
  return body !== undefined && JSON.stringify(schemaOf(body)).includes(`"${name}":`)
}

/** Returns a value that the schema accepts; the alternatives of a union take turns. */
function makeInput(schema: Schema, attempt: Attempt & { humanCheck: string }, name = ''): unknown {
  const { count, token, humanCheck } = attempt
  if (schema.anyOf) return makeInput(schema.anyOf[count % schema.anyOf.length]!, attempt, name)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, makeInput(each, attempt, key)]),
    )
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'array') return [makeInput(schema.items ?? {}, attempt, name)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (name === 'token') return token
  if (name === 'humanCheck') return humanCheck
  const candidates = values[name] ?? ['x']
  return candidates[count % candidates.length]!.replace('#', String(count))
}

/**
 * Creates tokens of links of every kind, for active and deactivated owners, and email addresses with and without an
 * account.
 */
async function makeValues(): Promise<Record<string, readonly string[]>> {
  const [ada, idle] = [await addUser(), await addUser({ company: 'Idle Ltd' })]
  const admins = [await addAdmin(), await addAdmin()]
  const guests = [await inviteUser(), await inviteUser({ company: 'Idle Ltd' })]
  const kinds: AnyLinkKind[] = ['reset-password', 'reset-mfa', 'log-me-out']
  const links = kinds.flatMap((kind) => [ada, idle].map((user) => createMailedToken(user, kind)))
  for (const kind of ['recover', 'stop-recovery'] as const) links.push(createMailedToken(ada, kind))
  for (const admin of admins) links.push(createMailedToken(admin, 'admin-set-up'))
  const token = ['unknown', ...(await Promise.all(links)), ...guests.map((guest) => guest.token)]
  await updateRows('partners', { name: 'Idle Ltd' }, { active: false })
  await updateRows('admins', { id: admins[1]!.id }, { active: false })
  await addUser({ email: guests[0]!.email })
  await addPlatform({ id: 'hub', redirectUris: ['http://hub.example/callback'] })
  const password = ['Sudden-Lighthouse-7']
  return {
    token,
    email: [...guests.map((guest) => guest.email), ada.email, 'stranger#@quay.example'],
    password,
    confirmPassword: password,
    otp: ['000000'],
    supportCode: ['000000'],
    lostPasskeys: [ada.id],
    timezone: ['UTC'],
    firstname: ['Grace'],
    url: ['http://hub.example/'],
    redirectUrl: ['http://hub.example/'],
    id: ['hub'],
  }
}

/** All parameters that routes outside the API read, in one request. */
const anything = {
  client_id: 'hub',
  redirect_uri: 'http://hub.example/callback',
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  state: 'x'.repeat(43),
  nonce: 'n',
  grant_type: 'authorization_code',
  code: 'unknown',
  code_verifier: 'x'.repeat(43),
  token: 'unknown',
  refresh_token: 'unknown',
  subsystem: 'hub',
  rd: 'http://hub.example/',
  xsrf: 'x',
  logout: 'yes',
}

async function request(route: string, ipAddress: string): Promise<void> {
  const [method = '', path = ''] = route.split(' ')
  const search = new URLSearchParams(anything)
  const isForm = method === 'POST'
  await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x') + (isForm ? '' : `?${search}`), {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': ipAddress, accept: 'text/html' },
    ...(isForm && { body: search }),
  })
}

/** Returns how many rows `work` adds, by table. Leaves out tables that do not grow. */
async function rowsBy(work: () => Promise<void>): Promise<Record<string, number>> {
  await deleteRows('rate_limits', {})
  const before = await countRows()
  await work()
  const after = await countRows()
  return Object.fromEntries(
    Object.entries(after)
      .map(([table, count]): [string, number] => [table, count - (before[table] ?? 0)])
      .filter(([, added]) => added > 0),
  )
}

async function countRows(): Promise<Record<string, number>> {
  const result = await row<{ counts: Record<string, number> }>(db)`
    select jsonb_object_agg(schemaname || '.' || relname, (xpath('/row/count/text()',
      query_to_xml(format('select count(*) from %I.%I', schemaname, relname), false, true, '')))[1]::text::int) as counts
    from pg_stat_user_tables
    where has_table_privilege(relid, 'select') and relname not like 'audit_log_%'`
  return result?.counts ?? {}
}
