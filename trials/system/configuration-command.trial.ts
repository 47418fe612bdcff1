import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportJWK } from 'jose'
import pg from 'pg'
process.env['TWO_PERSON'] = 'on'
const { findSubsystem } = await import('#domain/platforms/subsystem.ts')
const { config } = await import('#server/config.ts')
const { db, rows, scalar } = await import('#server/db.ts')
const { tokenHash } = await import('#server/secret.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { newPlace } = await import('#test/configuration.ts')
const { freePort } = await import('#test/free-port.ts')
const { logInAdmin } = await import('#test/people.ts')
const { startPortico, type } = await import('#test/programs.ts')
const { addService } = await import('#test/service-accounts.ts')
const { approveRequest, refuseRequest } = await import('../../features/admin/approvals/contract.ts')
const { timetable } = await import('../../app/registry/timetable.ts')
type Test = import('#test/at-end.ts').Test

const secret = 'a-secret-of-the-harbour-with-more-than-32-characters'
const evidence = 'I compared the file with the reviewed version'
const honest = await addSeniorAdmin()
let count = 0

const platformFile = (id: string) => `
platforms:
  - id: ${id}
    name: ${id}
    url: https://${id}.example
    redirectUris: [https://${id}.example/callback]
    secret: env:HARBOUR_SECRET
`

/** Starts two servers of one portal: the first issues tokens, the second serves the admin API. */
async function startTwo(t: Test) {
  const port = String(await freePort())
  const portal = `http://localhost:${port}`
  const settings = { PUBLIC_URL: portal, LOG_LEVEL: 'debug' }
  const first = await startPortico(t, { ...settings, PORT: port, SERVE: 'users,admin,sso' })
  const second = await startPortico(t, { ...settings, SERVE: 'users,admin' })
  const adminUrl = second.url.replace('127.0.0.1', 'localhost')
  return { first, second, portal, adminUrl }
}

/** Returns a function that runs the command without a database, and writes its file before. */
async function newCommand(t: Test, { portal, adminUrl }: { portal: string; adminUrl: string }) {
  const folder = await newPlace(t)
  const { id, key } = await addService({ scopes: ['admin:configuration'] })
  const jwk = { ...(await exportJWK(key.privateKey)), alg: key.alg, kid: key.kid }
  const [file, keyFile] = [join(folder, 'portico.yaml'), join(folder, 'key.json')]
  await writeFile(keyFile, JSON.stringify(jwk))
  const account = ['--url', portal, '--admin-url', adminUrl, '--account', id, '--key', keyFile]
  return async (text: string, ...words: string[]) => {
    await writeFile(file, text)
    const env = { DATABASE_URL: undefined, SECRET_KEYS: undefined, HARBOUR_SECRET: secret }
    return type(['apply', file, ...account, ...words], env)
  }
}

test('3Z15: the command applies over HTTP at two servers, exits with 0, 2 or 3, and no log contains a secret', async (t) => {
  const { first, second, ...place } = await startTwo(t)
  const run = await newCommand(t, place)
  const company = `Command ${(count += 1)}`
  const harmless = `companies: [{ name: ${company} }]`
  const dry = await run(harmless, '--dry-run')
  equal(dry.code, 2, dry.text)
  match(dry.text, /^\+ companies Command .*$/m)
  match(dry.text, /^1 to add, 0 to change, 0 to remove\. Nothing was changed\.$/m)
  const done = await run(harmless)
  deepEqual([done.code, /^Done: 1 to add/m.test(done.text)], [0, true], done.text)
  ok(await scalar(db)`select id from partners where name = ${company}`)
  deepEqual(await run(harmless), { code: 0, text: 'Nothing to do.\n' })

  const asked = await run(platformFile('wharf'), '--reason', 'Ticket 4711')
  equal(asked.code, 3, asked.text)
  const [, id = ''] =
    /request ([0-9a-f-]{36}), http:\/\/localhost:\d+\/admin\/approvals\/\1$/m.exec(asked.text) ?? []
  match(asked.text, /^1 may need approval\. SHA-256 of the content: [0-9a-f]{64}$/m)
  const waiting = run(platformFile('wharf'), '--wait', '2')
  const { call } = await logInAdmin(honest)
  await call(approveRequest, { params: { id }, body: { evidence } })
  await timetable['carry-out-approvals'].work()
  const { code, text } = await waiting
  ok(code === 0, text)
  ok((await findSubsystem(db, 'wharf'))?.clientSecretHash?.equals(tokenHash(secret)))

  const declined = run(platformFile('pier'), '--wait', '2')
  const pier = await untilAsked('pier')
  await call(refuseRequest, { params: { id: pier }, body: { reason: 'Not reviewed' } })
  const outcome = await declined
  deepEqual([outcome.code, /^Declined: Not reviewed$/m.test(outcome.text)], [1, true], outcome.text)

  const said = first.said() + second.said() + asked.text + text + outcome.text
  match(said, /"serving"/)
  doesNotMatch(said, new RegExp(secret))
})

async function untilAsked(platform: string): Promise<string> {
  const { until } = await import('#test/until.ts')
  const find = () => scalar<string>(db)`
    select id from approvals where decided_at is null and proposal::text like ${`%${platform}.example%`}`
  await until(async () => (await find()) !== undefined)
  return (await find()) ?? ''
}

test('3Z15: faults have lines and columns, and wrong arguments exit with 1', async (t) => {
  const { first: _, second: __, ...place } = await startTwo(t)
  const run = await newCommand(t, place)
  const faulty = await run(platformFile('jetty').replace('redirectUris', 'redirectUri'))
  equal(faulty.code, 1)
  match(faulty.text, /portico\.yaml:6:5 redirectUri is not known here\. Write redirectUris\.$/m)
  const unset = await run(platformFile('jetty').replace('HARBOUR', 'UNSET'))
  match(unset.text, /portico\.yaml:7:5 The environment variable UNSET_SECRET is not set\.$/m)
  for (const [option, value, sentence] of [
    ['--wait', 'long', /^--wait is a number of minutes/],
    ['--secrets-to', 'x', /--secrets-to/],
    ['--url', 'http://id.example', /https/],
  ] as const) {
    const wrong = await run('companies: []', option, value)
    equal(wrong.code, 1, option)
    match(wrong.text, sentence)
  }
  const stranger = await run('companies: []', '--account', 'svc-stranger')
  deepEqual([stranger.code, /no token: 401 invalid_client/.test(stranger.text)], [1, true])
})

test('3Z15: of two concurrent calls at two servers one applies the file, and a call beside a running command answers 409', async (t) => {
  const { first: _, second: __, ...place } = await startTwo(t)
  const runs = [
    await newCommand(t, { ...place, adminUrl: place.portal }),
    await newCommand(t, place),
  ]
  const name = `Concurrent ${(count += 1)}`
  const outcomes = await Promise.all(runs.map((run) => run(`companies: [{ name: ${name} }]`)))
  ok(
    outcomes.some(({ code }) => code === 0),
    JSON.stringify(outcomes),
  )
  equal(await scalar(db)`select count(*)::int from partners where name = ${name}`, 1)
  const applied = await rows(db)`
    select id from audit_log where action = 'partner_added' and data::text like ${`%${name}%`}`
  equal(applied.length, 1)

  const holder = new pg.Client({ connectionString: config.databaseUrl })
  await holder.connect()
  await holder.query('begin; select pg_advisory_xact_lock(7067846)')
  const [run] = runs
  const second = await run!(`companies: [{ name: ${name} and another }]`)
  await holder.end()
  equal(second.code, 1)
  match(second.text, /being applied by another process\. Nothing was changed\.$/m)
})

test('3Z15: the guide names each option of the command', async () => {
  const guide = await readFile('docs/how-to/configure-from-a-file.md', 'utf8')
  for (const option of ['--url', '--admin-url', '--account', '--key', '--reason', '--wait'])
    ok(guide.includes(option), option)
})
