// own process: sets SECURITY_PROFILE
// writes SQL: breaks each requirement on purpose
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['SECURITY_PROFILE'] = 'nist'
process.env['PUBLIC_URL'] = 'http://localhost:8080'
process.env['PROFILE_EXCEPTIONS'] = '3.1.1: =HYPERLINK("the specification asks for them")'
const { locales } = await import('#contract/locale.ts')
const { requirements } = await import('#server/config-requirements.ts')
const { config } = await import('#server/config.ts')
const { db, rows } = await import('#server/db.ts')
const { addAdmin, addUser, logInAdmin, startSessionOfAdmin, startUserSession } =
  await import('#test/people.ts')
const { listRequirements } = await import('./contract.ts')
const { measureRequirement } = await import('./measure.ts')
const { measurements } = await import('./measurements.ts')
const { recordSecurityProfile } = await import('./jobs.ts')
const { remedyMessages } = await import('./texts/messages.ts')
const { findingMessages, ruleMessages } = await import('./texts/messages.ts')

type Rule = keyof typeof requirements

const ada = await addUser()
const grace = await addAdmin()
await startUserSession(ada)
await startSessionOfAdmin(grace)

const violations: [rule: Rule, what: string, violate: string, repair: string][] = [
  [
    'nist-2.2.1',
    'oneFactorSessions',
    `update sessions set methods = '{pwd}'`,
    `update sessions set methods = '{pwd,otp}'`,
  ],
  [
    'nist-2.2.3',
    'longSessions',
    `update sessions set expires_at = created_at + interval '26 hours'`,
    `update sessions set expires_at = created_at + interval '12 hours'`,
  ],
  [
    'nist-2.2.3',
    'longAdminSessions',
    `update admin_sessions set expires_at = created_at + interval '26 hours'`,
    `update admin_sessions set expires_at = created_at + interval '8 hours'`,
  ],
  [
    'nist-3.2.2',
    'longStreaks',
    `insert into failure_streaks values ('x', 101, now() + interval '1 hour')`,
    'delete from failure_streaks',
  ],
]

for (const [rule, what, violate, repair] of violations) {
  test(`${rule} is met, but is not met if the database contains ${what}`, async () => {
    equal((await measureRequirement(db, rule)).state, 'met')
    await db.query(violate)
    const violated = await measureRequirement(db, rule)
    equal(violated.state, 'not-met')
    equal((violated.found.find((each) => each.what === what)?.count ?? 0) > 0, true)
    await db.query(repair)
    equal((await measureRequirement(db, rule)).state, 'met')
  })
}

test('the list has the requirements of the profile, and an exception contains its reason', async () => {
  const browser = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const measured = await browser.call(listRequirements, {})
  deepEqual(
    measured.map(({ clause, state }) => [clause, state]),
    [
      ['SP 800-63B-4 2.2.1', 'met'],
      ['SP 800-63B-4 2.2.3', 'met'],
      ['SP 800-63B-4 3.1.1', 'exception'],
      ['SP 800-63B-4 3.2.2', 'met'],
    ],
  )
  const [exception] = measured.filter(({ state }) => state === 'exception')
  equal(exception?.reason, '=HYPERLINK("the specification asks for them")')
  deepEqual(exception?.found, [{ what: 'compositionRules', count: 3 }])
})

test('the exported file has every row and no formula, and the export is recorded', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin)
  const answer = await browser.fetch('/api/admin/compliance/export')
  equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="compliance-/)
  const lines = (await answer.text()).split('\r\n')
  equal(lines.length, 1 + 4 + 1)
  match(lines[0] ?? '', /"clause","state","value"/)
  match(lines[3] ?? '', /"exception",.*"'=HYPERLINK\(""the specification/)
  match(lines[2] ?? '', /SESSION_HOURS=12 .*"longSessions: 0; longAdminSessions: 0"/)
  const entries = await rows<{ data: unknown }>(db)`
    select data from audit_log where action = 'compliance_exported' and actor_id = ${admin.id}`
  deepEqual(entries, [{ data: { profile: 'nist', states: { met: 3, exception: 1 } } }])
})

function profileChanges() {
  return rows<{ data: { before: unknown; after: { profile: string } } }>(db)`
    select data from audit_log where action = 'security_profile_changed' order by id`
}

function startServers(): Promise<unknown> {
  return Promise.all(Array.from({ length: 3 }, () => recordSecurityProfile(db)))
}

test('a profile other than that of the last start is recorded once, even by concurrent servers', async (t) => {
  await startServers()
  await startServers()
  equal((await profileChanges()).length, 1)
  config.securityProfile = 'pci'
  t.after(() => {
    config.securityProfile = 'nist'
  })
  await startServers()
  const [first, changed] = await profileChanges()
  deepEqual(changed?.data.before, first?.data.after)
  equal(changed?.data.after.profile, 'pci')
  equal((await profileChanges()).length, 2)
})

test('each requirement and each finding has texts in every language', async () => {
  const findings = new Set<string>()
  for (const { find } of Object.values(measurements))
    for (const { what } of await find(db)) findings.add(what)
  for (const locale of locales) {
    deepEqual(Object.keys(ruleMessages[locale]).toSorted(), Object.keys(requirements).toSorted())
    for (const what of findings) {
      ok(what in findingMessages[locale], `${locale}: ${what}`)
      ok(what in remedyMessages[locale], `${locale}: ${what}`)
    }
  }
})
