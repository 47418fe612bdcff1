import { equal } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { addImage } from '../../features/admin/brand/contract.ts'
import { addWebhook, testWebhook } from '../../features/admin/webhooks/contract.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import { startBulk } from '../../features/admin/bulk/contract.ts'
import { pngOf } from '#test/images.ts'
import { startReceiver } from '#test/receiver.ts'
import { unique } from './browser.ts'
import { mails, newUser } from './people.ts'
import { newPlatform, openPlatform } from './platforms.ts'
import { admin } from './staff.ts'
import { executeSql } from './time.ts'
import { until } from './until.ts'

const backdate = (column: string) => `${column} = ${column} - interval '700 days'`

/** Rows of a table that a worker must delete. */
type Rows = { table: string; rows: readonly unknown[] }

const token = `sha256(gen_random_uuid()::text::bytea)`
const long = `now() - interval '100 days'`

/** Statements that insert an expired row. $1 is a session, $2 its user, $3 an admin's session. */
const expired: Record<string, string> = {
  login_attempts: `(id, user_id, token_hash, area, expires_at) values (gen_random_uuid(), $2, ${token}, 'user', ${long})`,
  human_checks: `(answer_hash, expires_at) values (${token}, ${long})`,
  passkey_challenges: `(challenge_hash, expires_at) values (${token}, ${long})`,
  rate_limits: `(name, key, stale_at) values ('failures', gen_random_uuid()::text, ${long})`,
  failure_streaks: `(key, failures, stale_at) values (gen_random_uuid()::text, 1, ${long})`,
  known_browsers: `(id, user_id, token_hash, expires_at) values (gen_random_uuid(), $2, ${token}, ${long})`,
  platform_access: `(id, session_id, subsystem_id, path, code_hash, state_hash, code_expires_at)
    values (gen_random_uuid(), $1, 'onboarding', '/', ${token}, ${token}, ${long})`,
  idempotency_keys: `(owner, key_hash, body_hash, created_at) values (gen_random_uuid()::text, ${token}, ${token}, ${long})`,
  sandbox_tokens: `(issuer, jti, used_at) values ('https://id.example', gen_random_uuid(), ${long})`,
  replaced_tokens: `(token_hash, session_id, replaced_at) values (${token}, $1, ${long})`,
  session_ends: `(token_hash, reason, ended_at) values (${token}, 'endedIdle', ${long})`,
  test_logins: `(admin_session_id, client_id, subsystem_id, expires_at)
    values ($3, 'test-' || gen_random_uuid(), 'onboarding', ${long})`,
  oidc_records: `(model, id, payload, expires_at) values ('AuthorizationCode', gen_random_uuid()::text, '{}', ${long})`,
}

/** Rows that the hourly purge deletes and that no API call creates. */
const old: Record<string, string> = {
  client_refusals: `(id, subsystem_id, endpoint, error, reason, request_id, ip_address, refused_at)
    values (gen_random_uuid(), 'onboarding', 'token', 'invalid_grant', '', '', '', ${long})`,
  activity_hours: `(hour, area, action, count) values (now() - interval '3 years', 'user', 'signed_up', 1)`,
  activity_totals: `(hour, area, action, count) values (now() - interval '3 years', 'user', 'signed_up', 1)`,
}

/** Inserts an expired row into each table that the purge of every minute cleans. */
export async function addExpiredRows(): Promise<Rows[]> {
  const user = await newUser()
  const find = 'select id from sessions where user_id = $1'
  const [session] = await executeSql<{ id: string }>(find, [user.id])
  const findOfAdmin = 'select id from admin_sessions where admin_id = $1 limit 1'
  const [ofAdmin] = await executeSql<{ id: string }>(findOfAdmin, [admin.id])
  return insert(expired, [session?.id, user.id, ofAdmin?.id])
}

function insert(all: Record<string, string>, values: readonly unknown[] = []): Promise<Rows[]> {
  return Promise.all(
    Object.entries(all).map(async ([table, statement]) => {
      const used = values.filter((_, index) => statement.includes(`$${index + 1}`))
      const text = statement.replaceAll(/\$[123]/g, '$1')
      const rows = await executeSql<{ row: unknown }>(
        `insert into ${table} ${text} returning to_jsonb(${table}) as row`,
        used,
      )
      return { table, rows: rows.map(({ row }) => row) }
    }),
  )
}

/** Creates a row of each kind that the hourly purge deletes, and backdates it beyond its retention. */
export async function addRetainedRows(): Promise<Rows[]> {
  const { call } = admin.browser
  const platform = await newPlatform()
  const user = await newUser({ platforms: [platform.id] })
  await mails.next(user.email, /Welcome/)
  await openPlatform(user.browser, platform)
  await user.browser.call(logout, {})
  const receiver = await startReceiver()
  const facts = { name: `Old ${unique()}`, url: receiver.url, types: ['user.erased' as const] }
  const webhook = await call(addWebhook, { body: { ...facts, active: true, platformId: null } })
  await call(testWebhook, { params: { id: webhook.id }, body: {} })
  await until('the delivery', () => receiver.all.length > 0)
  const body = { action: 'end-sessions' as const, ids: [user.id], reason: 'Old work' }
  const { id: jobId } = await call(startBulk, { body })
  const png = pngOf(8, 8, [randomInt(256), randomInt(256), 2, 255])
  const image = new Blob([new Uint8Array(png)], { type: 'image/png' })
  const { image: sha256 } = await call(addImage, { body: image })
  const olderId = `id = ('01000000-0000-7' || substr(id::text, 16))::uuid`
  const changes: [table: string, set: string, where: string, value: unknown][] = [
    [
      'one_time_links',
      `${backdate('created_at')}, ${backdate('expires_at')}`,
      'email = $1',
      user.email,
    ],
    ['mails', backdate('created_at'), 'user_id = $1', user.id],
    ['platform_sessions', backdate('ended_at'), 'user_id = $1', user.id],
    ['webhook_deliveries', backdate('created_at'), 'webhook_id = $1', webhook.id],
    ['bulk_jobs', backdate('created_at'), 'id = $1', jobId],
    ['brand_images', olderId, `sha256 = decode($1, 'hex')`, sha256],
  ]
  const backdated = changes.map(async ([table, set, where, value]) => {
    const statement = `update ${table} set ${set} where ${where} returning to_jsonb(${table}) as row`
    const rows = await until(`a row of ${table}`, async () => {
      const changed = await executeSql<{ row: unknown }>(statement, [value])
      return changed.length > 0 && changed
    })
    return { table, rows: rows.map(({ row }) => row) }
  })
  return [...(await insert(old)), ...(await Promise.all(backdated))]
}

/** Waits until none of the rows is in its table. */
export async function expectDeleted({ table, rows }: Rows): Promise<void> {
  equal(rows.length > 0, true, `no row of ${table} was backdated`)
  await until(`the end of the rows of ${table}`, async () => {
    const remaining = await executeSql(
      `select from ${table} where to_jsonb(${table}) = any($1::jsonb[])`,
      [rows.map((row) => JSON.stringify(row))],
    )
    return remaining.length === 0
  })
}
