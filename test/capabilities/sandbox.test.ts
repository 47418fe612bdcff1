// covers command:migrate
import { deepEqual, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { createSandboxToken, logInToSandbox } from '../../features/platforms/sandbox/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { command } from './command.ts'
import { expectErrorCode, newUser } from './people.ts'
import { place } from './place.ts'
import { until } from './until.ts'

test('a user logs in to the sandbox, a portal with its own database, with a single-use token', async (t) => {
  const sandboxUrl = await startSandbox(t)
  const user = await newUser({ platforms: ['onboarding'] })
  const { token, url } = await user.browser.call(createSandboxToken, {})
  match(url, new RegExp(`^${sandboxUrl}/login`))
  const browser = openBrowser(sandboxUrl)
  await browser.call(logInToSandbox, { body: { token } })
  const me = await browser.call(getMe, {})
  deepEqual([me.email, me.firstname], [user.email, 'Ada'])
  await expectErrorCode(
    errorCodes.invalidLink,
    openBrowser(sandboxUrl).call(logInToSandbox, { body: { token } }),
  )
})

/** Starts a second portal that trusts the first one, on a database that an operator migrates. */
async function startSandbox(t: TestContext): Promise<string> {
  const { SANDBOX_SSO_URL: sandboxUrl = '', ...environment } = place.environment
  const name = `sandbox_${unique()}`
  const urlOf = (variable: string) => withDatabase(environment[variable] ?? '', name)
  const settings = {
    ...environment,
    DATABASE_URL: urlOf('DATABASE_URL'),
    DATABASE_OWNER_URL: urlOf('DATABASE_OWNER_URL'),
    PUBLIC_URL: sandboxUrl,
    PORT: new URL(sandboxUrl).port,
    SANDBOX_TRUSTED_ISSUER: place.url,
    // The sandbox's audit log has heads of its own.
    AUDIT_HEADS: '',
  }
  await asDatabaseAdmin('postgres', `create database ${name} owner portico_owner`)
  await asDatabaseAdmin(name, 'create extension pg_trgm')
  match(await command(['migrate'], settings), /0001/)
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: place.root,
    env: { PATH, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  t.after(async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
    await asDatabaseAdmin('postgres', `drop database ${name} with (force)`)
  })
  await until('the sandbox', () =>
    fetch(`${sandboxUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return sandboxUrl
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

async function asDatabaseAdmin(database: string, statement: string): Promise<void> {
  const url = new URL(withDatabase(place.environment['DATABASE_OWNER_URL'] ?? '', database))
  url.username = 'postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}
