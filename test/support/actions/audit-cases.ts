import type { Endpoint } from '#contract/endpoint.ts'
import type { Action } from '#contract/audit-action.ts'
import { db, rows } from '#server/db.ts'
import { theServer } from '../browser.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  logIn,
  logInAdmin,
  visitor,
  type TestUser,
  type Visitor,
} from '../people.ts'

/** The audit row of an endpoint, and a call that writes it. */
export type AuditCase = {
  leaves: Action
  by: 'user' | 'admin' | 'platform' | 'service' | 'visitor'
  /** True if the row contains the values before and after the change. */
  changes?: true
  call: () => Promise<unknown>
}

const address = '198.51.100.42'

/** Calls an endpoint by its method and path, with the contract that the server serves. */
export async function callBy(
  browser: Visitor,
  key: string,
  input: { params?: object; body?: object; headers?: object } = {},
): Promise<unknown> {
  const { endpoints } = await theServer()
  const endpoint = endpoints.find((each) => keyOf(each) === key)
  if (!endpoint) throw new Error(`no endpoint ${key}`)
  return browser.call(endpoint, input as never)
}

function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Returns the endpoints that change something but have no audit case. */
export function withoutAuditCase(endpoints: readonly Endpoint[], known: object): string[] {
  const changing = endpoints.filter(
    // The specification logs out by GET; searches and exports of the audit log are recorded too.
    ({ method, path }) => method !== 'GET' || /\/(logout|export|auditlogs)$/.test(path),
  )
  return changing.map(keyOf).filter((key) => !Object.hasOwn(known, key))
}

export async function newUser(): Promise<{ user: TestUser; browser: Visitor }> {
  const user = await addUser()
  return { user, browser: await logIn(user, { ipAddress: address }) }
}

export async function newAdmin(): Promise<{ admin: TestUser; browser: Visitor }> {
  const admin = await addAdmin()
  return { admin, browser: await logInAdmin(admin, { ipAddress: address }) }
}

export function newVisitor(): Promise<Visitor> {
  return visitor({ ipAddress: address })
}

/** Returns a browser that has entered the password but not the one-time code. */
export async function atSecondStep(
  path: '/users/login' | '/admin/login',
  { email, password }: TestUser,
): Promise<Visitor> {
  const browser = await newVisitor()
  await callBy(browser, `POST ${path}`, { body: { email, password } })
  return browser
}

/** Returns the current one-time code of a new user, who has not used it yet. */
export function codeNow({ secret }: TestUser): string {
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

/** Returns the parts that are missing in the audit row of a call. */
async function missingIn({ leaves, by, changes, call }: AuditCase): Promise<string[]> {
  const before = new Set((await everyRow()).map(({ id }) => id))
  await call()
  const newRows = (await everyRow()).filter(({ id }) => !before.has(id))
  const row = newRows.find(({ action }) => action === leaves)
  if (!row) return [`leaves no ${leaves}, only ${newRows.map(({ action }) => action).join(', ')}`]
  const wanted: [string, boolean][] = [
    ['actor', row.actorKind === by && (by === 'visitor' || row.actorId !== null)],
    ['target', row.targetId !== null || row.actorId !== null],
    ['before and after', !changes || (isRecord(row.data.before) && isRecord(row.data.after))],
    ['address', row.ipAddress === address],
    ['request id', /^[0-9a-f-]{36}$/.test(row.requestId)],
  ]
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => `${leaves} has no ${name}`)
}

export async function missingInAll(
  auditCases: Record<string, AuditCase>,
): Promise<Record<string, string[]>> {
  const missing: Record<string, string[]> = {}
  for (const [key, auditCase] of Object.entries(auditCases)) {
    missing[key] = await missingIn(auditCase).catch((error: unknown) => [
      `failed: ${String(error)}`,
    ])
  }
  return missing
}

function everyRow(): Promise<Row[]> {
  return rows<Row>(db)`
    select id, action, actor_kind, actor_id, target_id, data, ip_address, request_id from audit_log`
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
