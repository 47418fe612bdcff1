import { freePort } from '#test/free-port.ts'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { rows } from '#server/db.ts'
import { db } from '#server/db.ts'
import { Refusal } from '#contract/refusal.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { codeOf } from '#test/people.ts'
import {
  becomeUser,
  browser,
  isLoggedIn,
  inviteUsers,
  password,
  untilNextCode,
  type Person,
} from './people.ts'
import { until, type Stage } from './stage.ts'

const people = 16
const runFor = 170_000

/** Starts nginx with deploy/nginx.conf, on free ports and with a certificate of its own. */
async function startNginx(stage: Stage, servers: readonly number[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-nginx-'))
  const [port, plain] = [await freePort(), await freePort()]
  const [crt, key] = [join(folder, 'portico.crt'), join(folder, 'portico.key')]
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    crt,
  ])
  setDefaultCACertificates([...getCACertificates('default'), await readFile(crt, 'utf8')])
  const text = await readFile('deploy/nginx.conf', 'utf8')
  const adapted = text
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('id.example.com', 'localhost')
    .replace('/etc/nginx/tls/portico.crt', crt)
    .replace('/etc/nginx/tls/portico.key', key)
    .replaceAll('/tmp/nginx', `${folder}/nginx`)
    // Every user has an IP address of their own, although all connect from this machine.
    .replace('http {', 'http { set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;')
    .replace('127.0.0.1:8080', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${servers[1]}`)
  const config = join(folder, 'nginx.conf')
  await writeFile(config, adapted)
  const nginx = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off; user root;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  stage.onClose(async () => {
    if (nginx.exitCode === null) {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  await until('nginx answers', () =>
    fetch(`https://localhost:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return port
}

type Tally = { completed: number; again: number; failed: string[] }

/** Logs in repeatedly with each next code; a failed attempt is repeated once. */
async function keepLoggingIn(
  url: string,
  person: Person,
  end: number,
  tally: Tally,
): Promise<void> {
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
    const first = await attempt(url, person)
    if (first === undefined) {
      tally.completed += 1
      continue
    }
    tally.again += 1
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
    const second = await attempt(url, person)
    if (second === undefined) tally.completed += 1
    else tally.failed.push(`${first}, then ${second}`)
  }
}

/** Undefined after a login; otherwise the error. */
async function attempt(url: string, person: Person): Promise<string | undefined> {
  const { call } = browser(() => url)
  try {
    await call(login, { body: { email: person.email, password } })
    await call(verifyCode, { body: { otp: codeOf(person.secret) } })
    return (await isLoggedIn(call)) ? undefined : 'not logged in afterwards'
  } catch (error) {
    return error instanceof Refusal ? String(error.code) : String((error as Error).message)
  }
}

async function killedBehindNginx(stage: Stage): Promise<string> {
  const ports = [await freePort(), await freePort()]
  const start = (at: number) => stage.startServer({ PORT: String(ports[at]) })
  const servers = [await start(0), await start(1)]
  const at = `https://localhost:${await startNginx(stage, ports)}`
  const loggingIn = await Promise.all(
    (await inviteUsers(people)).map((guest) => becomeUser(() => at, guest)),
  )
  const tally: Tally = { completed: 0, again: 0, failed: [] }
  const end = Date.now() + runFor
  const load = loggingIn.map((person) => keepLoggingIn(at, person, end, tally))
  let kills = 0
  while (Date.now() < end - 15_000) {
    // When a new one-time code appears, so that it hits logins; every other time, so that it does not hit the second
    // attempt of the same user.
    await new Promise((resolve) => setTimeout(resolve, untilNextCode() + 100 + kills * 150))
    const which = kills % 2
    await servers[which]?.kill(kills < 2 ? 'SIGKILL' : 'SIGTERM')
    kills += 1
    servers[which] = await start(which)
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
  }
  await Promise.all(load)
  if (tally.failed.length > 0)
    throw new Error(`${tally.failed.length} failed twice: ${tally.failed.join('; ')}`)
  const twice = await rows(db)`select 1 from sessions group by user_id having count(*) > (
    select count(*) from audit_log a where a.action = 'login_succeeded' and a.actor_id = user_id::text)`
  if (twice.length > 0) throw new Error('a login was counted twice')
  return `${tally.completed} logins of ${people} people while ${kills} times a server was killed and started again: ${tally.again} began once more, none failed, none counted twice`
}

export const behindNginx: Fault[] = [
  {
    name: 'killed-behind-nginx',
    what: 'two servers behind nginx under load, one after the other is killed and started again',
    missing: async () =>
      existsSync('/usr/sbin/nginx') ? undefined : 'nginx is not installed (Debian: nginx)',
    test: killedBehindNginx,
    limitSeconds: 400,
  },
]
