import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { exportJWK } from 'jose'
import type { MachineScope } from '#contract/machine.ts'
import { freePort } from '#test/free-port.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { startServer } from '#test/servers.ts'
import { addService, type Service } from '#test/service-accounts.ts'
import { db, scalar, sql } from '#server/db.ts'
import { deleteRows } from '#test/rows.ts'
import type * as browserModule from '../../client/src/browser.ts'
import type * as serviceModule from '../../client/src/service-account.ts'
import {
  exportUsers,
  getUser,
  listUsers,
  deactivateUser,
} from '../../features/admin/users/contract.ts'
import { addInvitation } from '../../features/admin/invitations/contract.ts'
import { findOperationNames } from '../../app/operation-names.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'portico-consumer-'))
after(() => rm(folder, { recursive: true, force: true }))
const installed = join(folder, 'node_modules/@portico/client')
await installPackage()
const browser = await load<typeof browserModule>('.')
const service = await load<typeof serviceModule>('service-account')
const port = String(await freePort())
const portal = `http://localhost:${port}`
await startServer({ PORT: port, PUBLIC_URL: portal, SERVE: 'users,sso,admin' })

/** Installs the packed files like npm, with this clone's copies of the dependencies. */
async function installPackage(): Promise<void> {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: 'client' })
  await mkdir(installed, { recursive: true })
  const [packed = ''] = globSync('*.tgz', { cwd: folder })
  await run('tar', ['-xzf', join(folder, packed), '-C', installed, '--strip-components=1'])
  for (const name of ['zod', 'jose'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name))
}

async function load<Module>(entry: string): Promise<Module> {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const file: string = manifest.exports[entry === '.' ? '.' : `./${entry}`]
  return (await import(join(installed, file))) as Module
}

async function jwkOf({ key }: Service): Promise<object> {
  return { ...(await exportJWK(key.privateKey)), alg: key.alg, kid: key.kid }
}

async function newClient(
  scopes: MachineScope[],
  fetch: typeof globalThis.fetch = globalThis.fetch,
) {
  const account = await addService()
  const options = { portal, id: account.id, key: await jwkOf(account), scopes, fetch }
  return service.createServiceClient(options)
}

test('P30 the documented example reads all pages of a list, deactivates a user and handles an error', async () => {
  const users: string[] = []
  while (users.length < 205) users.push((await addUser()).id)
  const account = await addService()
  const example = await readFile('docs/service-accounts/nightly.mjs', 'utf8')
  const program = example
    .replace('https://id.example.com', portal)
    .replace('svc-nightly', account.id)
  await writeFile(join(folder, 'nightly.mjs'), program)
  await writeFile(join(folder, 'service-account-key.json'), JSON.stringify(await jwkOf(account)))
  const [first = ''] = users
  const done = await run(process.execPath, ['nightly.mjs', first], { cwd: folder })
  ok(users.every((id) => done.stdout.includes(id)))
  equal(await scalar<boolean>(db)`select active from users where id = ${first}`, false)

  const unknown = ['nightly.mjs', '01900000-0000-7000-8000-000000000001']
  const refused = await run(process.execPath, unknown, { cwd: folder })
  match(refused.stderr, /There is no such user \(\S+\)/)
})

test('P30 an API error has its code, fields and request id, and a refused token request the OAuth error code', async () => {
  const { id } = await addUser()
  const reader = await newClient(['admin:users.read'])
  const call = reader.call(deactivateUser, { params: { id }, body: { reason: 'Left' } })
  await rejects(call, (error) => {
    ok(error instanceof service.ProblemError)
    deepEqual([error.status, error.errorCode], [403, service.errorCodes.forbidden])
    ok(error.requestId)
    return true
  })
  const inviting = await newClient(['admin:invitations'])
  const body = { email: 'nowhere', firstname: '', lastname: 'Hopper', partnerId: 'x' }
  const invited = { ...body, subsystems: [], preferredLanguage: 'en' as const }
  await rejects(inviting.call(addInvitation, { body: invited }), (error) => {
    ok(error instanceof service.ProblemError)
    deepEqual(error.errors.map(({ field }) => field).toSorted(), ['email', 'firstname'])
    return true
  })
  const revoked = await addService({ revokedAt: new Date() })
  const key = await jwkOf(revoked)
  const scopes = ['admin:users.read'] as const
  const client = service.createServiceClient({ portal, id: revoked.id, key, scopes })
  await rejects(client.call(getUser, { params: { id } }), (error) => {
    ok(error instanceof service.TokenError)
    deepEqual([error.status, error.error], [401, 'invalid_client'])
    return true
  })
})

test('P30 calls share a token until shortly before it expires, and get a new one if it is refused', async () => {
  const { id } = await addUser()
  let [drawn, lifetime] = [0, 300]
  const counting: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (!String(url).endsWith('/oidc/token')) return answer
    drawn += 1
    return Response.json({ ...((await answer.json()) as object), expires_in: lifetime })
  }
  const { call } = await newClient(['admin:users.read'], counting)
  const read = () => call(getUser, { params: { id } })
  await Promise.all([read(), read(), read()])
  equal(drawn, 1)
  await deleteRows('oidc_records', { payload: sql`->>'scope' = 'admin:users.read'` })
  lifetime = 10
  equal((await read()).id, id)
  equal(drawn, 2)
  await read()
  equal(drawn, 3)
})

test('P30 a call waits as long as the portal requires and is retried, except a POST that may have been processed', async () => {
  const { id } = await addUser()
  const busy = { seconds: 0, left: 0, code: 0 }
  const calls: string[] = []
  const sometimes: typeof fetch = async (url, init) => {
    if (String(url).endsWith('/oidc/token')) return fetch(url, init)
    calls.push(init?.method ?? '')
    busy.left -= 1
    if (busy.left < 0) return fetch(url, init)
    const problem = { errorCode: busy.code, requestId: 'r', retryAfter: busy.seconds }
    return Response.json(problem, { status: Math.floor(busy.code / 1000) })
  }
  const { call } = await newClient(['admin:users', 'admin:invitations'], sometimes)
  const attempts = async (left: number, code: number, work: () => Promise<unknown>) => {
    Object.assign(busy, { left, code })
    calls.length = 0
    const result = await work().then(
      () => 'done',
      ({ errorCode }) => errorCode,
    )
    return [result, calls.length]
  }
  const read = () => call(getUser, { params: { id } })
  const invite = () => call(addInvitation, { body: {} as never })
  deepEqual(await attempts(2, 503_001, read), ['done', 3])
  deepEqual(await attempts(9, 429_001, read), [429_001, 4])
  deepEqual(await attempts(1, 429_001, invite), [400_001, 2])
  deepEqual(await attempts(1, 503_001, invite), [503_001, 1])
  busy.seconds = 61
  deepEqual(await attempts(1, 429_001, read), [429_001, 1])
})

test('P30 an admin page reads and writes with cookie and CSRF token, and streams a CSV file', async () => {
  const user = await addUser()
  const { cookies } = await logInAdmin(await addAdmin())
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asBrowser: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as object), cookie, origin: portal } })
  const { call, list, download } = browser.createBrowserClient({ portal, fetch: asBrowser })
  const ids: string[] = []
  const query = { q: user.email, limit: '1' }
  for await (const { id } of list(listUsers, { query })) ids.push(id)
  deepEqual(ids, [user.id])
  const body = { reason: 'Left' }
  equal((await call(deactivateUser, { params: { id: user.id }, body })).status, 'deactivated')
  const file = await download(exportUsers, { query: { q: user.email, includeInactive: 'true' } })
  ok(file instanceof ReadableStream)
  const text = await new Response(file).text()
  match(text, /"id","firstname"/)
  ok(text.includes(user.id), text)
})

test('P30 permitted calls compile, and calls that service accounts may not make do not', async () => {
  await cp('test/client-consumer', folder, { recursive: true })
  const readme = await readFile('client/README.md', 'utf8')
  const [, page = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? []
  await writeFile(join(folder, 'page.ts'), page)
  await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch((error) => {
    throw new Error(error.stdout)
  })
})

test('P30 the package has every endpoint and no file of this clone', async () => {
  const endpoints = (await import(join(installed, 'dist/endpoints.js'))) as object
  deepEqual(
    Object.keys(endpoints).toSorted(),
    [...(await findOperationNames()).values()].toSorted(),
  )
  for (const file of globSync('**/*.{js,ts}', { cwd: installed })) {
    const text = await readFile(join(installed, file), 'utf8')
    doesNotMatch(text, /['"]#(contract|server|domain)\/|(from|import\() ?['"][^'"]*\.ts['"]/, file)
    ok(!text.includes(resolve('.')), file)
  }
})
