import { deepEqual, equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import { db, rows, scalar } from '#server/db.ts'
import { applyText, newPlace, systemActions } from '#test/configuration.ts'
import { addAdmin } from '#test/people.ts'
import { type } from '#test/programs.ts'
import { until } from '#test/until.ts'

const text = `
platforms:
  - id: hub
    name: Hub
    url: https://hub.example
    proof: none
    redirectUris: [https://hub.example/callback]
admins:
  - email: dorothy.vaughan@portico.example
    firstname: Dorothy
    lastname: Vaughan
    roles: [auditor]
`

test('the command exits with 2 if there are differences, with 0 if there are none, and with 1 after an error or wrong arguments', async (t) => {
  const file = join(await newPlace(t), 'portico.yaml')
  await writeFile(file, text)
  const dry = await type(['apply', file, '--dry-run'])
  equal(dry.code, 2, dry.text)
  const done = await type(['apply', file])
  equal(done.code, 0, done.text)
  for (const args of [[file], [file, '--dry-run']])
    deepEqual(await type(['apply', ...args]), { code: 0, text: 'Nothing to do.\n' })
  await writeFile(file, text.replace('proof: none', 'prof: none'))
  const wrong = await type(['apply', file])
  equal(wrong.code, 1)
  match(wrong.text, /portico\.yaml:6:5 prof is not known here\. Write proof\.$/m)
  for (const args of [[], ['one', 'two'], [file, '--prun'], [`${file}.none`]])
    equal((await type(['apply', ...args])).code, 1, args.join(' '))
  const { code, text: exported } = await type(['config', 'export'])
  equal(code, 0)
  await writeFile(file, exported)
  equal((await type(['apply', file, '--dry-run', '--prune'])).text, 'Nothing to do.\n')
})

test('config variables lists each variable with its default, and who sets it', async () => {
  const { code, text: listed } = await type(['config', 'variables'])
  equal(code, 0)
  match(listed, /^PORT \(default 8080\): An operator, if 8080 is taken\.$/m)
})

test('the file of the guide can be applied, and a second run finds no differences', async (t) => {
  const guide = await readFile('docs/how-to/configure-from-a-file.md', 'utf8')
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? []
  process.env['ORDERS_SECRET'] = randomBytes(32).toString('base64url')
  const file = join(await newPlace(t), 'secrets')
  const done = await applyText(t, example, ['--secrets-to', file])
  equal(done.code, 0, done.text)
  deepEqual((await applyText(t, example, ['--dry-run'])).code, 0)
})

test('a second concurrent run is rejected, and the next run continues one that was killed between two sections', async (t) => {
  const { email } = await addAdmin({ roles: ['super_admin'] })
  const file = join(await newPlace(t), 'portico.yaml')
  const later = text
    .replaceAll('hub', 'later')
    .replaceAll('Hub', 'Later')
    .replace('dorothy', 'mary')
  await writeFile(file, later)
  // Locks the admins, so that their section has to wait.
  const holder = new pg.Client({ connectionString: config.databaseUrl })
  await holder.connect()
  await holder.query('begin; select from admins for update')
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const child = spawn(process.execPath, ['demo/command.ts', 'apply', file], { env })
  const closed = once(child, 'close')
  await until(async () => (await findSubsystem(db, 'later')) !== undefined)
  const second = await applyText(t, later)
  child.kill('SIGKILL')
  await closed
  await holder.end()
  equal(second.code, 1)
  match(second.text, /applied by another process\. Nothing was changed\.$/)
  await until(
    async () =>
      (await scalar(db)`
    select 1 from pg_locks where locktype = 'advisory' and objid = 7067846`) === undefined,
  )
  equal(await adminsNamed('mary.vaughan@portico.example'), 0)

  const next = await type(['apply', file])
  equal(next.code, 0, next.text)
  match(next.text, /^\+ admins mary\.vaughan@portico\.example roles: \["auditor"\]$/m)
  equal(next.text.includes('platforms'), false)
  equal(await adminsNamed('mary.vaughan@portico.example'), 1)
  const actions = await systemActions()
  deepEqual(actions.filter((each) => each === 'platform_added later').length, 1)
  const mails = await rows<{ section: string }>(db)`
    select data->>'section' as section from mails where kind = 'configuration-applied'
      and to_address = ${email} and data->>'lines' ~ 'later|mary' order by created_at`
  deepEqual(
    mails.map(({ section }) => section),
    ['platforms', 'admins'],
  )
})

async function adminsNamed(email: string): Promise<number> {
  return (await scalar<number>(db)`select count(*)::int from admins where email = ${email}`) ?? 0
}
