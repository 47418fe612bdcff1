import { equal, match } from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { newFolder } from '#test/backups.ts'
import { startPortico, type } from '#test/programs.ts'
import { reasonOf } from './reason.ts'

const own = new URL(process.env['DATABASE_OWNER_URL'] ?? '')

test('if the database is unreachable or refuses the login, the error names the variables to check', async (t) => {
  const hangsUp = await startStranger(t)
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
    for (const said of [await startFails(t, env), await type(['audit:verify'], env)].map(textOf)) {
      match(said, says)
      match(said, /Look at DATABASE_URL and DATABASE_OWNER_URL\.$/)
    }
  }
})

test('without DATABASE_OWNER_URL the error says which role it has to name', async (t) => {
  const said = textOf(await startFails(t, { DATABASE_OWNER_URL: '' }))
  match(said, /^The database refuses this to its role .* DATABASE_OWNER_URL has to name/)
})

test('a mistyped file name gives an error about the file, not about the database', async (t) => {
  const file = `${await newFolder(t)}/heads.jsonl`
  await writeFile(file, '')
  await rm(file)
  const said = await type(['audit:verify', '--heads', file])
  equal(said.code, 1)
  match(said.text, /heads\.jsonl/)
  equal(/does not answer/.test(said.text), false, said.text)
})

test('for a host with several addresses the error has a code although its message is empty', () => {
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

/** A server that is no PostgreSQL and closes each connection. */
async function startStranger(t: TestContext): Promise<number> {
  const server = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
