import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { refreshSeconds } from './by-role.ts'
import type { Site } from './programs.ts'

const version = 'v7.6.0'
/** Building it takes minutes. */
const cache = join(import.meta.dirname, `../../node_modules/.cache/oauth2-proxy-${version}`)
const program = join(cache, 'oauth2-proxy')

/** Starts oauth2-proxy in front of a page; returns a sentence when this machine cannot build it. */
export async function startOauth2Proxy(
  issuer: string,
  site: Site,
): Promise<string | (() => Promise<void>)> {
  try {
    await build()
  } catch (error) {
    return `– oauth2-proxy is skipped, because go install failed: ${String(error).split('\n')[0]}`
  }
  const folder = await mkdtemp(join(tmpdir(), 'portico-oauth2-proxy-'))
  const file = join(folder, 'oauth2-proxy.cfg')
  await writeFile(file, configuration(issuer, site), { mode: 0o600 })
  const proxy = spawn(program, ['--config', file], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'] },
  })
  const stop = async () => {
    proxy.kill('SIGKILL')
    if (proxy.exitCode === null) await new Promise((resolve) => proxy.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  }
  for (let wait = 0; wait < 100; wait += 1) {
    if (
      await fetch(`${site.url}/ping`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return stop
    await delay(100)
  }
  await stop()
  throw new Error('oauth2-proxy does not answer')
}

async function build(): Promise<void> {
  if (existsSync(program)) return
  const source = `github.com/oauth2-proxy/oauth2-proxy/v7@${version}`
  await promisify(execFile)('go', ['install', source], { env: { ...process.env, GOBIN: cache } })
}

/** What docs/integrating.md tells the owner of a platform to write, and below it what only a test needs. */
function configuration(issuer: string, { id, secret, url, port, role }: Site): string {
  return `
provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${id}"
client_secret = "${secret}"
redirect_url = "${url}/oauth2/callback"
scope = "openid profile email roles"
code_challenge_method = "S256"
email_domains = ["*"]
skip_provider_button = true
oidc_groups_claim = "roles"
allowed_groups = ["${role}"]
cookie_refresh = "${refreshSeconds}s"
cookie_secret = "${randomBytes(16).toString('hex')}"

cookie_name = "portico-${id}"
cookie_secure = false
http_address = "127.0.0.1:${port}"
upstreams = ["static://200"]
silence_ping_logging = true
request_logging = false
auth_logging = false
`
}
