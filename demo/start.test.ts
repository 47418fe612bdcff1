import { deepEqual, equal, match } from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { forgetDatabase } from './database.ts'

type Run = { child: ChildProcess; said: () => string; exit: Promise<number> }

test('npm start shows all of it, Ctrl-C stops every part, and the next start has lost nothing', async (t) => {
  const place = await makePlace(t)
  const first = start(place)
  await until(first, /Ctrl-C stops all of it/)
  const printed = /password\s+(\S+)/.exec(first.said())?.[1]
  equal((await fetch(`http://localhost:${place['PORT']}/readyz`)).status, 200)
  equal((await fetch(`http://127.0.0.1:${place['ONBOARDING_PORT']}/platform.css`)).status, 200)
  first.child.kill('SIGINT')
  equal(await first.exit, 0)

  const second = start(place)
  await until(second, /Ctrl-C stops all of it/)
  equal(/password\s+(\S+)/.exec(second.said())?.[1], printed)
  second.child.kill('SIGTERM')
  equal(await second.exit, 0)
})

test('the six digits of a demo account are told, for a person and an admin, and in the demo only', async (t) => {
  const place = await makePlace(t)
  const portal = start(place)
  await until(portal, /Ctrl-C stops all of it/)
  const emails = [...portal.said().matchAll(/npm run code -- (\S+)/g)].map(
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

test('a killed demonstration starts again', async (t) => {
  const place = await makePlace(t)
  const first = start(place)
  await until(first, /Ctrl-C stops all of it/)
  first.child.kill('SIGKILL')
  await first.exit
  const second = start(place)
  await until(second, /Ctrl-C stops all of it/)
  second.child.kill('SIGINT')
  equal(await second.exit, 0)
})

test('a port that is taken is one sentence that names the variable, for each of the ports', async (t) => {
  const place = await makePlace(t)
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
    const run = start({ ...place, [name]: port })
    equal(await run.exit, 1, name)
    match(run.said(), new RegExp(`\\b${port}\\b`), name)
    match(run.said(), new RegExp(`\\b${name}\\b`), name)
    equal(run.said().trim().split('\n').length, 1, run.said())
  }
})

test('a port that is none is said so', async (t) => {
  const run = start({ ...(await makePlace(t)), BUSINESS_HUB_PORT: 'eighty' })
  equal(await run.exit, 1)
  match(run.said(), /BUSINESS_HUB_PORT is not a port: eighty/)
})

test('a broken database is one sentence that says what to do', async (t) => {
  const place = await makePlace(t)
  const first = start(place)
  await until(first, /Ctrl-C stops all of it/)
  first.child.kill('SIGINT')
  await first.exit
  const home = join(place['DATA_FOLDER'] ?? '', 'database')
  const data = (await readdir(home)).includes('PG_VERSION') ? home : join(home, 'data')
  await writeFile(join(data, 'global', 'pg_control'), 'broken')
  const second = start(place)
  equal(await second.exit, 1)
  match(second.said(), /npm run demo:reset/)
})

test('in production every variable that is missing is named, and nothing is started', async () => {
  const run = start({ NODE_ENV: 'production' })
  equal(await run.exit, 1)
  const missing = [...run.said().matchAll(/(\w+) is missing/g)].map(([, name]) => name)
  deepEqual(missing, ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEYS', 'SMTP_URL'])
})

function start(variables: Record<string, string>): Run {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['demo/start.ts'], { env: { PATH, ...variables } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
  const exit = once(child, 'close').then(([code]) => Number(code))
  return { child, said: () => said, exit }
}

/** What a command says, on either stream. */
async function command(variables: Record<string, string>, words: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, ...variables }
  const child = spawn(process.execPath, ['demo/command.ts', ...words], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
  await once(child, 'close')
  return said
}

async function until(run: Run, what: RegExp): Promise<void> {
  for (let time = 0; time < 2400 && !what.test(run.said()); time += 1) {
    if (run.child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  match(run.said(), what)
}

/** A folder and ports of its own. */
async function makePlace(t: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  t.after(async () => {
    await forgetDatabase(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  const names = ['PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'BUSINESS_HUB_PORT', 'ONBOARDING_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  return { DATA_FOLDER: folder, PASSWORD_HASH_MEMORY_KIB: '64', ...Object.fromEntries(ports) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
