import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { multiFactor } from '#contract/assurance.ts'
import { refreshSeconds } from './by-role.ts'
import type { Site } from './programs.ts'

const program = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'

/** In one sentence what is missing here, if something is. */
export function missingApache(): string | undefined {
  if (existsSync(program) && existsSync(`${modules}/mod_auth_openidc.so`)) return undefined
  return '– Apache is skipped, because it is missing: apt-get install apache2 libapache2-mod-auth-openidc'
}

/** Sites that know nothing of Portico but its address: Debian's Apache with Debian's `mod_auth_openidc`. */
export async function startApache(
  issuer: string,
  sites: readonly Site[],
): Promise<{ stop: () => Promise<void>; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-apache-'))
  await chmod(folder, 0o755)
  for (const { id } of sites) {
    await mkdir(join(folder, id))
    await writeFile(join(folder, id, 'index.txt'), `This is ${id}.`)
    await writeFile(join(folder, id, 'bye.txt'), `You have left ${id}.`)
  }
  const file = join(folder, 'apache.conf')
  await writeFile(file, configuration(folder, issuer, sites), { mode: 0o600 })
  const apache = spawn(program, ['-f', file, '-DFOREGROUND'], { stdio: 'inherit' })
  await untilServing(apache, sites)
  const stop = async () => {
    apache.kill('SIGTERM')
    if (apache.exitCode === null) await new Promise((resolve) => apache.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  }
  return { stop, log: join(folder, 'error.log') }
}

function configuration(folder: string, issuer: string, sites: readonly Site[]): string {
  const isRoot = process.getuid?.() === 0
  return `
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
LogLevel warn auth_openidc:info
${isRoot ? 'User www-data\nGroup www-data' : ''}
${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'headers', 'auth_openidc']
  .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  .join('\n')}
TypesConfig /dev/null
AddType text/plain .txt
DirectoryIndex index.txt
StartServers 1
${sites.map((site) => siteOf(folder, issuer, site)).join('\n')}
`
}

/** What docs/integrating.md tells the owner of a platform to write. */
function siteOf(folder: string, issuer: string, site: Site): string {
  const { id, secret, port, url, asksForMore = false, role } = site
  return `
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  ServerName ${url}
  DocumentRoot ${folder}/${id}
  OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
  OIDCClientID ${id}
  OIDCClientSecret ${secret}
  OIDCRedirectURI ${url}/callback
  OIDCCryptoPassphrase ${secret}
  OIDCScope "openid profile email${role === undefined ? '' : ' roles'}"
  OIDCPKCEMethod S256
  OIDCCookie portico-${id}
  OIDCStateMaxNumberOfCookies 7 true
  ${role === undefined ? '' : `OIDCUserInfoRefreshInterval ${refreshSeconds}`}
  ${asksForMore ? `OIDCAuthRequestParams max_age=3600&acr_values=${encodeURIComponent(multiFactor)}` : ''}
  <Location />
    AuthType openid-connect
    ${requirementOf(site)}
    # For the test: what the application reads.
    Header set X-User "%{OIDC_CLAIM_sub}e, %{OIDC_CLAIM_name}e, %{OIDC_CLAIM_email}e, %{OIDC_CLAIM_email_verified}e"
    Header set X-Remote-User "expr=%{REMOTE_USER}"
  </Location>
  <Location /bye.txt>
    AuthType none
    Require all granted
  </Location>
</VirtualHost>`
}

function requirementOf({ asksForMore = false, role }: Site): string {
  if (role !== undefined) return `Require claim roles:${role}`
  return asksForMore ? `Require claim "acr:${multiFactor}"` : 'Require valid-user'
}

async function untilServing(apache: ChildProcess, sites: readonly Site[]): Promise<void> {
  for (let wait = 0; wait < 100; wait += 1) {
    if (apache.exitCode !== null) throw new Error('Apache did not start')
    const answers = sites.map(({ url }) => fetch(`${url}/bye.txt`).catch(() => undefined))
    if ((await Promise.all(answers)).every((answer) => answer?.ok)) return
    await delay(100)
  }
  throw new Error('Apache does not answer')
}
