import { newDemo, startDemo, untilPrinted } from '#test/demo-runs.ts'
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

test('npm start runs every part, Ctrl-C stops them, and the next start has all data', async (t) => {
  const place = await newDemo(t)
  const first = startDemo(t, place)
  await untilPrinted(first, /Ctrl-C stops everything/)
  const printed = /password\s+(\S+)/.exec(first.output())?.[1]
  // P28: the start raises the demo's limits through variables, and prints them.
  match(first.output(), /\n {4}LIMIT_ADDRESS_FAILURES=1000\n {4}LIMIT_SIGN_ONS=100000\n/)
  equal((await fetch(`http://localhost:${place['PORT']}/readyz`)).status, 200)
  equal((await fetch(`http://127.0.0.1:${place['ONBOARDING_PORT']}/platform.css`)).status, 200)
  first.child.kill('SIGINT')
  equal(await first.exit, 0)

  const second = startDemo(t, place)
  await untilPrinted(second, /Ctrl-C stops everything/)
  equal(/password\s+(\S+)/.exec(second.output())?.[1], printed)
  second.child.kill('SIGTERM')
  equal(await second.exit, 0)
})

test('npm run code prints the one-time code of a user and an admin, and works only in the demo', async (t) => {
  const place = await newDemo(t)
  const portal = startDemo(t, place)
  await untilPrinted(portal, /Ctrl-C stops everything/)
  const emails = [...portal.output().matchAll(/npm run code -- (\S+)/g)].map(
    ([, email]) => email ?? '',
  )
  equal(emails.length, 2)
  for (const email of emails) match(await command(place, ['code', email]), /^\d{6}\n$/)
  match(await command(place, ['code', 'nobody@quay.example']), /There is no account with the email/)
  const elsewhere = { ...place, DATABASE_URL: 'postgres://nowhere.example/portico' }
  match(await command(elsewhere, ['code', emails[0] ?? '']), /works in the demo only/)
  portal.child.kill('SIGINT')
  equal(await portal.exit, 0)
})

test('a killed demo can be started again', async (t) => {
  const place = await newDemo(t)
  const first = startDemo(t, place)
  await untilPrinted(first, /Ctrl-C stops everything/)
  first.child.kill('SIGKILL')
  await first.exit
  const second = startDemo(t, place)
  await untilPrinted(second, /Ctrl-C stops everything/)
  second.child.kill('SIGINT')
  equal(await second.exit, 0)
})

test('npm run dev serves the browser’s sources and the API from one origin, and Ctrl-C stops it', async (t) => {
  const place = await newDemo(t)
  const url = `http://localhost:${place['PORT']}`
  const run = startDemo(t, { ...place, BRAND_COLOR: '#1a237e' }, { program: 'demo/dev.ts' })
  await untilPrinted(run, /Ctrl-C stops everything/)

  const login = await fetch(`${url}/login`)
  const policy = login.headers.get('content-security-policy') ?? ''
  match(policy, /script-src 'self'; style-src 'self' 'unsafe-inline'; .*connect-src 'self' ws:/)
  const html = await login.text()
  match(html, /<script type="module" src="\/app\/web\/public\/main\.ts"><\/script><\/head>/)
  doesNotMatch(html, /"\/assets\/[^"]*\.(js|css)"/)
  match(html, /:root\{--brand:#1a237e;[^}]*\}<\/style>/)
  match(await (await fetch(`${url}/main/profile`)).text(), /src="\/app\/web\/partner\/main\.ts"/)
  match(await (await fetch(`${url}/app/web/public/hydrate.tsx`)).text(), /hydrateRoot/)
  equal((await fetch(`${url}/healthz`)).status, 200)
  equal((await fetch(`${url}/api/users/me`)).status, 401)

  run.child.kill('SIGINT')
  equal(await run.exit, 0)
  doesNotMatch(run.output(), /^ +at /m)
})

test('a port in use is reported in one sentence with its variable, for each port', async (t) => {
  const place = await newDemo(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  for (const name of [
    'PORT',
    'MAILBOX_PORT',
    'SMTP_PORT',
    'BUSINESS_HUB_PORT',
    'ONBOARDING_PORT',
  ]) {
    const run = startDemo(t, { ...place, [name]: port })
    equal(await run.exit, 1, name)
    match(run.output(), new RegExp(`\\b${port}\\b`), name)
    match(run.output(), new RegExp(`\\b${name}\\b`), name)
    equal(run.output().trim().split('\n').length, 1, run.output())
  }
})

test('an invalid port is rejected', async (t) => {
  const run = startDemo(t, { ...(await newDemo(t)), BUSINESS_HUB_PORT: 'eighty' })
  equal(await run.exit, 1)
  match(run.output(), /BUSINESS_HUB_PORT is not a port: eighty/)
})

test('a broken database is reported with the command that fixes it', async (t) => {
  const place = await newDemo(t)
  const first = startDemo(t, place)
  await untilPrinted(first, /Ctrl-C stops everything/)
  first.child.kill('SIGINT')
  await first.exit
  const home = join(place['DATA_FOLDER'] ?? '', 'database')
  const data = (await readdir(home)).includes('PG_VERSION') ? home : join(home, 'data')
  await writeFile(join(data, 'global', 'pg_control'), 'broken')
  const second = startDemo(t, place)
  equal(await second.exit, 1)
  match(second.output(), /npm run portico -- demo:reset/)
})

test('in production, the start lists every missing variable and starts nothing', async (t) => {
  const run = startDemo(t, { NODE_ENV: 'production' })
  equal(await run.exit, 1)
  const missing = [...run.output().matchAll(/(\w+) is missing/g)].map(([, name]) => name)
  deepEqual(missing, ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEYS', 'SMTP_URL'])
})

/** Runs a command and returns its output. */
async function command(variables: Record<string, string>, words: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, ...variables }
  const child = spawn(process.execPath, ['demo/command.ts', ...words], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  await once(child, 'close')
  return output
}
