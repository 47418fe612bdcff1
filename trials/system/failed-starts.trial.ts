import { equal, match } from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { newFolder } from '#test/debian-cluster.ts'
import { startPortico, type } from '#test/programs.ts'
import { reasonOf } from '../../app/reason.ts'

const own = new URL(process.env['DATABASE_OWNER_URL'] ?? '')

test('an unreachable database and a rejected login give an error that names the variables to check', async (t) => {
  const hangsUp = await startOtherServer(t)
  for (const [address, says] of [
    ['postgres://portico_server@127.0.0.1:1/portico', /^The database does not answer \(connect E/],
    [`postgres://portico_server@127.0.0.1:${hangsUp}/portico`, /^The database does not answer \(/],
    ['postgres://portico_server@127.0.0.1:1,127.0.0.1:2/portico', /^The database does not answer/],
    [
      withParts({ pathname: '/nowhere' }),
      /refuses the login \(database "nowhere" does not exist\)/,
    ],
    [withParts({ username: 'nobody' }), /refuses the login \(role "nobody" does not exist\)/],
  ] as const) {
    const env = { DATABASE_URL: address, DATABASE_OWNER_URL: address }
    for (const output of [await startFails(t, env), await type(['audit:verify'], env)].map(
      textOf,
    )) {
      match(output, says)
      match(output, /Check DATABASE_URL and DATABASE_OWNER_URL\.$/)
    }
  }
})

test('without DATABASE_OWNER_URL, the error says which role the variable must name', async (t) => {
  const output = textOf(await startFails(t, { DATABASE_OWNER_URL: '' }))
  match(output, /^The database denies this to its role .* DATABASE_OWNER_URL must name/)
})

test('a mistyped file name gives an error about the file, not about the database', async (t) => {
  const file = `${await newFolder(t)}/heads.jsonl`
  await writeFile(file, '')
  await rm(file)
  const result = await type(['audit:verify', '--heads', file])
  equal(result.code, 1)
  match(result.text, /heads\.jsonl/)
  equal(/does not answer/.test(result.text), false, result.text)
})

test('the error for a host with several addresses has a code even if its message is empty', () => {
  const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  match(reasonOf(error), /^The database does not answer \(ECONNREFUSED\)\. /)
})

function withParts(parts: { pathname?: string; username?: string }): string {
  return Object.assign(new URL(own), parts).href
}

async function startFails(t: TestContext, env: Record<string, string>): Promise<{ text: string }> {
  return startPortico(t, env).then(
    () => ({ text: 'it started' }),
    (error: Error) => ({ text: error.message }),
  )
}

function textOf({ text }: { text: string }): string {
  return text.trim()
}

/** Starts a server that is not PostgreSQL and closes each connection. */
async function startOtherServer(t: TestContext): Promise<number> {
  const server = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
