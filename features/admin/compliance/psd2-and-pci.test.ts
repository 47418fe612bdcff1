// own process: sets SECURITY_PROFILE
// writes SQL: breaks each requirement on purpose
import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'

process.env['SECURITY_PROFILE'] = 'pci+psd2'
process.env['AUDIT_HEADS'] = '/dev/null'
// With synced passkeys denied, a complete login with one violates the clause.
process.env['PASSKEY_SYNCED'] = 'deny'
const { recordAudit } = await import('#domain/audit/audit.ts')
const { rulesOf } = await import('#server/config-profiles.ts')
const { db, transaction } = await import('#server/db.ts')
const people = await import('#test/people.ts')
const { updateRows } = await import('#test/rows.ts')
const { measureRequirement, measureRequirements } = await import('./measure.ts')
type Rule = Parameters<typeof measureRequirement>[1]

const ada = await people.addUser()
const bela = await people.addUser()
const grace = await people.addAdmin()
await people.addAdmin()
await people.startSessionOfAdmin(grace)
await people.addPlatform({ id: 'hub' })
await updateRows('subsystems', {}, { idleMinutes: 5 })
const session = await people.startUserSession(ada)
await recordAudit(db, { userId: ada.id }, 'login_succeeded', { data: { sessionId: session.id } })

const passkeyOf = (id: string, more: { addedWith?: string; credential?: string } = {}) => `
  insert into passkeys (id, user_id, rp_id, credential_id, public_key, backup_eligible, backed_up,
                        aaguid, name, added_with, created_at)
  values ('${randomUUID()}', '${id}', '${id}', '\\x${more.credential ?? id.replaceAll('-', '')}', '\\x00',
          false, false, '${randomUUID()}', 'Key', '${more.addedWith ?? '{pwd,otp}'}', now() + interval '1 minute')`
const auditOf = (action: string, target: string, age: string) => `
  insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action)
  values ('${randomUUID()}', now() - interval '${age}', 'user', '${ada.id}', '${target}', '${action}')`
const stepUpBy = (methods: string) => `
  insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action, data)
  values ('${randomUUID()}', now(), 'user', '${ada.id}', '${ada.id}', 'step_up_succeeded',
          '{"methods": ${methods}}')`
const attemptsOf = (count: number) => `
  insert into rate_limits (name, key, counted_at, counted, stale_at)
  values ('accountCode', 'x', array[now()], array[${count}], now() + interval '1 hour')`

/** The finding of each clause, and the statements that cause it. */
const violations: Partial<Record<Rule, [finding: string, ...statements: string[]]>> = {
  'pci-8.2.1': [
    'sharedEmails',
    'alter table users drop constraint users_email_key',
    `update users set email = 'both@quay.example'`,
  ],
  'pci-8.2.2': [
    'sharedPasskeys',
    passkeyOf(ada.id, { credential: '01' }),
    passkeyOf(bela.id, { credential: '01' }),
  ],
  'pci-8.2.6': [
    'unusedAdmins',
    `update admins set created_at = now() - interval '92 days', last_login_at = null`,
  ],
  'pci-8.2.8': ['idleSessions', `update sessions set last_seen_at = now() - interval '26 minutes'`],
  'pci-8.3.4': ['unlimitedTries', attemptsOf(11)],
  'pci-8.3.7': ['lostHistories', auditOf('password_changed', ada.id, '1 day')],
  'pci-8.3.11': [
    'sharedPasskeys',
    passkeyOf(ada.id, { credential: '02' }),
    passkeyOf(bela.id, { credential: '02' }),
  ],
  'pci-8.4.1': ['oneFactorAdminSessions', `update admin_sessions set methods = '{hwk,user}'`],
  'pci-8.4.2': ['oneFactorSessions', `update sessions set methods = '{pwd}'`],
  'pci-8.5.1': ['sessionsWithoutFactor', 'delete from second_factors'],
  'pci-10.2.1': ['unrecordedLogins', `update sessions set id = '${randomUUID()}'`],
  // No statement: the owner's connection itself is the violation.
  'pci-10.3.2': ['writableTables'],
  'pci-10.3.4': ['lateSeals', auditOf('logged_out', ada.id, '30 minutes')],
  'pci-10.5.1': [
    'missingMonths',
    auditOf('audit_month_retired', new Date().toISOString().slice(0, 7), '0 days'),
  ],
  'psd2-4.1': ['oneFactorSessions', `update sessions set methods = '{otp}'`],
  'psd2-4.3.a': [
    'longWithoutFactor',
    'delete from second_factors',
    `update passwords set created_at = now() - interval '2 days'`,
  ],
  'psd2-4.3.b': ['unlimitedTries', attemptsOf(6)],
  'psd2-4.3.d': ['idlePlatforms', 'update subsystems set idle_minutes = 6'],
  'psd2-7': ['syncedSessions', `update sessions set methods = '{swk,user}'`],
  'psd2-24.2.b': ['weaklyAdded', passkeyOf(ada.id, { addedWith: '{pwd}' })],
}

for (const [rule, [what, ...statements]] of Object.entries(violations) as [Rule, string[]][]) {
  test(`${rule} is met, but is not met if the database contains ${what}`, async () => {
    equal((await measureRequirement(db, rule)).state, 'met')
    const violated = await asOwner(rule, statements)
    equal(violated.state, 'not-met')
    equal((violated.found.find((each) => each.what === what)?.count ?? 0) > 0, true)
  })
}

test('a step-up with one kind of factor violates RTS 4(1)', async () => {
  for (const [methods, count] of [
    ['["otp"]', 1],
    ['["pwd"]', 1],
    ['["pwd", "otp"]', 0],
    ['["hwk", "user"]', 0],
  ] as const) {
    const { state, found } = await asOwner('psd2-4.1', [stepUpBy(methods)])
    equal(state, count === 0 ? 'met' : 'not-met', methods)
    deepEqual(found[1], { what: 'oneFactorStepUps', count })
  }
})

test('an unused user violates PCI DSS 8.2.6, as an unused admin does', async () => {
  const { found } = await asOwner('pci-8.2.6', [
    `update users set created_at = now() - interval '92 days'`,
    `update user_logins set last_login_at = now() - interval '92 days'`,
  ])
  deepEqual(found, [
    { what: 'unusedUsers', count: 2 },
    { what: 'unusedAdmins', count: 0 },
  ])
})

test('3S change 1: a user who seems unused by `users` alone, but has logged in, does not violate PCI DSS 8.2.6', async () => {
  const { found } = await asOwner('pci-8.2.6', [
    `update users set created_at = now() - interval '92 days', last_login_at = null`,
    `update user_logins set last_login_at = now() - interval '90 days'`,
  ])
  deepEqual(found[0], { what: 'unusedUsers', count: 0 })
})

test('each other requirement is measured without findings and states its evidence', async () => {
  const measured = await measureRequirements(db)
  deepEqual(
    measured.map(({ rule }) => rule),
    rulesOf('pci+psd2'),
  )
  const others = measured.filter(({ rule }) => !(rule in violations))
  deepEqual(
    others.map(({ clause, state, found }) => [clause, state, found]),
    [
      ['PCI DSS 8.3.6', 'met', [{ what: 'shortPasswords', count: 0 }]],
      ['PCI DSS 8.3.9', 'not-applicable', []],
    ],
  )
  const sessions = measured.find(({ rule }) => rule === 'pci-8.2.8')
  equal(sessions?.value, 'SESSION_IDLE_MINUTES=15 ADMIN_SESSION_IDLE_MINUTES=15')
  match(sessions?.evidence.auditQuery ?? '', /^action=session_ended&action=logged_out$/)
  deepEqual(
    measured.filter(({ secondHand }) => secondHand).map(({ clause }) => clause),
    ['PCI DSS 8.4.1', 'PCI DSS 8.4.2', 'RTS 7'],
  )
})

test('the first factor of an account is not counted as weakly added', async () => {
  await transaction(db, async (tx) => {
    const joan = await people.addUser({ hasSecondFactor: false })
    await tx.query(passkeyOf(joan.id, { addedWith: '{pwd}' }))
    deepEqual((await measureRequirement(tx, 'psd2-24.2.b')).found, [
      { what: 'weaklyAdded', count: 0 },
    ])
  })
})

/** Runs the statements as the owner of the tables, measures the requirement, and rolls back. */
async function asOwner(rule: Rule, statements: readonly string[]) {
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'] ?? '')
  await owner.connect()
  try {
    await owner.query('begin')
    for (const statement of statements) await owner.query(statement)
    return await measureRequirement(owner as unknown as typeof db, rule)
  } finally {
    await owner.end()
  }
}
