import { equal, match, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '#test/free-port.ts'
import { addUser, codeOf } from '#test/people.ts'
import { startServer } from '#test/servers.ts'

type ApiDocument = {
  info: { description: string }
  components: { securitySchemes: Record<string, { name: string }> }
}

async function documentAt(url: string): Promise<ApiDocument> {
  return (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument
}

test('P10: the commands of the OpenAPI document log a user in', async () => {
  const port = await freePort()
  const { url } = await startServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
  const { description } = (await documentAt(url)).info
  const commands = /```sh\n([^]*?)```/.exec(description)?.[1] ?? ''
  const user = await addUser()
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'))
  const env = {
    ...process.env,
    EMAIL: user.email,
    PASSWORD: user.password,
    CODE: codeOf(user.secret),
  }
  const { stdout } = await promisify(execFile)('sh', ['-ec', commands], { cwd: folder, env })
  await rm(folder, { recursive: true })
  ok(stdout.includes('"next":"verify-mfa"'), stdout)
  match(stdout, new RegExp(`"email":"${user.email}"[^]*"permissions"`))
})

test('P11: the document and the server use the same cookie names, on http and on https', async () => {
  for (const [origin, prefix] of [
    ['http://localhost:8080', ''],
    ['https://id.portico.example', '__Host-'],
  ] as const) {
    const { url } = await startServer({ PUBLIC_URL: origin })
    const { securitySchemes } = (await documentAt(url)).components
    const { name } = securitySchemes['visitor']!
    const setCookie = (await fetch(`${url}/api/csrf`)).headers.getSetCookie().join()
    ok(setCookie.startsWith(`${name}=`), setCookie)
    equal(securitySchemes['session']?.name, `${prefix}portico`)
    equal(securitySchemes['loginAttempt']?.name, `${prefix}portico-login`)
  }
})
