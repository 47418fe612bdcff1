import { getAdminMe } from '#contract/admin.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Action } from '#domain/audit.ts'
import { mailedToken, createLink, type AnyLinkKind } from '#domain/link.ts'
import { db, rows, sql } from '#server/db.ts'
import { theServer } from '../browser.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  logIn,
  logInAdmin,
  type TestUser,
  visitor,
  type Visitor,
} from '../people.ts'

/** What an endpoint has to leave in the audit log, and how it is called so that it does. */
export type Deed = {
  leaves: Action
  by: 'user' | 'admin' | 'platform' | 'visitor'
  /** True: something had another value before, and the row holds both. */
  changes?: true
  call: () => Promise<unknown>
}

const address = '198.51.100.42'

/** Calls an endpoint by its method and path; the contract is the one that the server serves. */
export async function callBy(
  browser: Visitor,
  key: string,
  sent: { params?: object; body?: object; headers?: object } = {},
): Promise<unknown> {
  const { served } = await theServer()
  const endpoint = served.find((each) => keyOf(each) === key)
  if (!endpoint) throw new Error(`nothing is served at ${key}`)
  return browser.call(endpoint, sent as never)
}

function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** The endpoints that change something and stand in no table of deeds. */
export function traceless(served: readonly Endpoint[], known: object): string[] {
  const changing = served.filter(
    // Logging out is a GET by the specification; a search and an export of the log are deeds too.
    ({ method, path }) => method !== 'GET' || /\/(logout|export|auditlogs)$/.test(path),
  )
  return changing.map(keyOf).filter((key) => !Object.hasOwn(known, key))
}

export async function aUser(): Promise<{ ada: TestUser; browser: Visitor }> {
  const ada = await addUser()
  return { ada, browser: await logIn(ada, { ipAddress: address }) }
}

export async function anAdmin(): Promise<{ id: string; browser: Visitor; somebody: TestUser }> {
  const somebody = await addAdmin()
  const browser = await logInAdmin(somebody, { ipAddress: address })
  return { id: (await browser.call(getAdminMe, {})).id, browser, somebody }
}

export function aVisitor(): Promise<Visitor> {
  return visitor({ ipAddress: address })
}

export async function linkFor({ id, email }: TestUser, kind: AnyLinkKind): Promise<string> {
  const linkId = await createLink(db, { kind, email, userId: id, createdBy: 'admin:test' })
  return (await mailedToken(db, linkId)) ?? ''
}

/** A browser behind the password, before the code. */
export async function attempt(
  path: '/users/login' | '/admin/login',
  { email, password }: TestUser,
): Promise<Visitor> {
  const browser = await aVisitor()
  await callBy(browser, `POST ${path}`, { body: { email, password } })
  return browser
}

/** What her authenticator shows: each of these people is new, so that it was never used. */
export function freshCode({ secret }: { secret: string }): string {
  return codeOf(secret)
}

type Row = {
  id: string
  action: string
  actorKind: string
  actorId: string | null
  targetId: string | null
  data: { before?: unknown; after?: unknown }
  ipAddress: string
  requestId: string
}

/** What is wrong with the trace that a deed leaves: nothing, when all is as it should be. */
async function missingIn({ leaves, by, changes, call }: Deed): Promise<string[]> {
  const before = new Set((await everyRow()).map(({ id }) => id))
  await call()
  const fresh = (await everyRow()).filter(({ id }) => !before.has(id))
  const row = fresh.find(({ action }) => action === leaves)
  if (!row) return [`leaves no ${leaves} but ${fresh.map(({ action }) => action).join(', ')}`]
  const wanted: [string, boolean][] = [
    ['actor', row.actorKind === by && (by === 'visitor' || row.actorId !== null)],
    ['target', row.targetId !== null || row.actorId !== null],
    ['before and after', !changes || (isRecord(row.data.before) && isRecord(row.data.after))],
    ['address', row.ipAddress === address],
    ['request id', /^[0-9a-f-]{36}$/.test(row.requestId)],
  ]
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => `${leaves} has no ${name}`)
}

export async function missingInAll(deeds: Record<string, Deed>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [key, deed] of Object.entries(deeds)) {
    found[key] = await missingIn(deed).catch((error: unknown) => [`failed: ${String(error)}`])
  }
  return found
}

function everyRow(): Promise<Row[]> {
  return rows<Row>(
    db,
    sql`
    select id, action, actor_kind, actor_id, target_id, data, ip_address, request_id from audit_log`,
  )
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
