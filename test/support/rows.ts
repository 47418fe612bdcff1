import { randomBytes, randomUUIDv7 } from 'node:crypto'
import sql, { join, raw, Sql } from 'sql-template-tag'
import type { Db } from '#server/db.ts'
import type { Columns } from './columns.ts'

/**
 * Adds, changes and deletes rows, as time, an admin or another process would. Tests write to tables only through these
 * functions: columns are typed by table, and `addRow` fills in required values.
 */

export type Table = keyof Columns
/** Values by column. Values created with `sql` are inserted as text. */
export type Values<T extends Table> = Partial<Record<Columns[T], unknown>>
/**
 * Conditions that must all hold. An array matches any of its values, null means `is null`, and a value created with
 * `sql` follows the column: sql`like 'a%'`. An empty object matches every row.
 */
export type Where<T extends Table> = Values<T>
type TimeColumn<T extends Table> = Extract<
  Columns[T],
  `${string}At` | `${string}Until` | 'notBefore' | 'timestamp' | 'hour' | 'since'
>

/** The columns that a login or a mail sets together: `backdate` shifts all of them. */
const lifetimes = {
  login_attempts: ['createdAt', 'expiresAt'],
  sessions: ['createdAt', 'lastSeenAt', 'coarseSeenAt', 'loginAt', 'verifiedAt', 'expiresAt'],
  one_time_links: ['createdAt', 'expiresAt'],
  second_factors: ['createdAt'],
  admin_sessions: ['createdAt', 'lastSeenAt', 'stepUpAt', 'expiresAt'],
} satisfies { [T in Table]?: TimeColumn<T>[] }

/** The database's time, as a value. */
export const now = sql`now()`

/** The time this long ago, as a value, such as `'16 minutes'`. */
export const ago = (age: string) => sql`(now() - ${age}::interval)`

/** The time this far ahead, as a value. */
export const fromNow = (delay: string) => sql`(now() + ${delay}::interval)`

/** The version after the current one, as a value. */
export const nextVersion = sql`version + 1`

/** Moves rows back by an interval: all times of their lifetime, or the named columns. Returns the number of rows. */
export function backdate<T extends keyof typeof lifetimes>(
  table: T,
  where: Where<T>,
  age: string,
): Promise<number>
export function backdate<T extends Table>(
  table: T,
  where: Where<T>,
  ages: Partial<Record<TimeColumn<T>, string>>,
  inside?: Db,
): Promise<number>
export function backdate<T extends Table>(
  table: T,
  where: Where<T>,
  age: string | Partial<Record<string, string>>,
  inside?: Db,
): Promise<number> {
  const columns: readonly string[] =
    typeof age === 'string' ? lifetimes[table as keyof typeof lifetimes] : Object.keys(age)
  const values = columns.map((column) => [
    column,
    sql`${columnName(column)} - ${typeof age === 'string' ? age : age[column]}::interval`,
  ])
  return updateRows(table, where, Object.fromEntries(values), inside)
}

/** Sets columns of the matching rows. Returns their number. */
export function updateRows<T extends Table>(
  table: T,
  where: Where<T>,
  values: Values<T>,
  inside?: Db,
): Promise<number> {
  const changes = Object.entries(values).map(
    ([column, value]) => sql`${columnName(column)} = ${value}`,
  )
  return run(inside, sql`update ${raw(table)} set ${join(changes)} where ${condition(where)}`)
}

/** Deletes the matching rows. Returns their number. */
export function deleteRows<T extends Table>(
  table: T,
  where: Where<T>,
  inside?: Db,
): Promise<number> {
  return run(inside, sql`delete from ${raw(table)} where ${condition(where)}`)
}

/** Adds a row. `rowDefaults` fills in required values. */
export async function addRow<T extends Table>(
  table: T,
  values: Values<T>,
  inside?: Db,
): Promise<void> {
  await addRows(table, [values], inside)
}

/** Adds rows that set the same columns, 1,000 per statement. */
export async function addRows<T extends Table>(
  table: T,
  rows: readonly Values<T>[],
  inside?: Db,
): Promise<void> {
  const all = rows.map((row): Record<string, unknown> => ({ ...rowDefaults[table]?.(), ...row }))
  const columns = Object.keys(all[0] ?? {})
  const names = join(columns.map(columnName))
  for (let from = 0; from < all.length; from += 1_000) {
    const lines = all
      .slice(from, from + 1_000)
      .map((row) => sql`(${join(columns.map((column) => row[column]))})`)
    await run(inside, sql`insert into ${raw(table)} (${names}) values ${join(lines)}`)
  }
}

const id = () => randomUUIDv7()
/** Values that a table requires, or that make a row look like one written by the product. */
const rowDefaults: { [T in Table]?: () => Values<T> } = {
  access_requests: () => ({ id: id() }),
  activity_totals: () => ({ action: 'login_succeeded', area: 'user', outcome: '' }),
  approvals: () => ({ id: id(), proposal: '{}', before: '{}', needs: '{}', reason: 'test' }),
  audit_log: () => ({ id: id(), actorKind: 'user' }),
  bulk_jobs: () => ({ id: id(), reason: 'test', ipAddress: '192.0.2.1', total: 1 }),
  company_roles: () => ({ givenBy: 'system' }),
  failure_streaks: () => ({ staleAt: fromNow('1 day') }),
  invitations: () => ({ id: id() }),
  ip_allow_rules: () => ({ id: id() }),
  mails: () => ({ id: id(), kind: 'activated', language: 'en' }),
  one_time_links: () => ({ id: id(), createdBy: 'system', expiresAt: fromNow('1 hour') }),
  partners: () => ({ id: id() }),
  passkeys: () => ({
    id: id(),
    rpId: 'localhost',
    credentialId: randomBytes(16),
    publicKey: randomBytes(16),
    backupEligible: false,
    backedUp: false,
    aaguid: id(),
    name: 'Key',
    addedWith: '{}',
  }),
  platform_sessions: () => ({ id: id(), sessionId: id(), sid: id() }),
  rate_limits: () => ({ staleAt: fromNow('1 hour') }),
  second_factors: () => ({ id: id(), secret: '' }),
  service_accounts: () => ({ madeBy: 'test', allowedFrom: '{}', expiresAt: fromNow('30 days') }),
  sessions: () => ({ id: id(), browser: '', ipAddress: '192.0.2.1', methods: '{pwd,otp}' }),
  subsystems: () => ({ redirectUris: '{}' }),
  webhook_deliveries: () => ({ id: id(), body: '{}', occurredAt: now }),
  webhooks: () => ({ id: id(), types: '{}', secret: 'x.', madeBy: 'test' }),
}

/** Imports the database with the first statement, because journeys set its variables at run time. */
async function run(inside: Db | undefined, statement: Sql): Promise<number> {
  const server = await import('#server/db.ts')
  return server.run(inside ?? server.db)`${statement}`
}

function condition(where: Record<string, unknown>) {
  const conditions = Object.entries(where).map(([column, value]) => {
    const name = columnName(column)
    if (value === null) return sql`${name} is null`
    if (value instanceof Sql) return sql`${name} ${value}`
    return Array.isArray(value) ? sql`${name} = any(${value})` : sql`${name} = ${value}`
  })
  return conditions.length > 0 ? join(conditions, ' and ') : sql`true`
}

/** Returns the database name of a column: `lastSeenAt` becomes `last_seen_at`. */
function columnName(column: string) {
  return raw(column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
