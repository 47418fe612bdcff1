import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const home = 'http://localhost:3000'

/** The interval in seconds after which a starter refreshes its token. */
export const refreshSeconds = 2

export type Starter = {
  id: string
  url: string
  webhookSecret: string
  /** Returns the output so far. */
  output: () => string
  stop: () => Promise<void>
}

type Registration = { name: string; port: number; portal: string }

/** Follows the README of a starter in a copy of its folder. `addWebhook` returns the webhook's secret. */
export async function startStarter(
  { name, port, portal }: Registration,
  addWebhook: (platformId: string, url: string) => Promise<string>,
): Promise<Starter> {
  const url = `http://127.0.0.1:${port}`
  const id = `${name}-starter`
  const folder = await copyOf(name)
  const clientSecret = await register(folder, (text) =>
    text.replaceAll(home, url).replaceAll('my-app', id),
  )
  const webhookSecret = await addWebhook(id, `${url}/webhooks`)
  await setUp(folder, {
    ISSUER: `${portal}/oidc`,
    CLIENT_ID: id,
    CLIENT_SECRET: clientSecret,
    HOME_URL: url,
    WEBHOOK_SECRET: webhookSecret,
    REFRESH_SECONDS: String(refreshSeconds),
  })
  await npm(folder, 'ci')
  await npm(folder, 'run', 'build', '--if-present')
  const { child, output } = start(folder, port)
  const stop = async () => {
    if (child.exitCode === null) {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  await untilServing(url, child, output).catch(async (error: Error) => {
    await stop()
    throw error
  })
  return { id, url, webhookSecret, output, stop }
}

const isOurs = (path: string) => !/^(node_modules|\.next|\.env)$/.test(basename(path))

async function copyOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-starter-'))
  await cp(join(root, 'starters', name), folder, { recursive: true, filter: isOurs })
  return folder
}

/** Registers the platform with the commands of the README. Returns the client secret. */
async function register(folder: string, adapted: (text: string) => string): Promise<string> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8')
  const commands = readme.match(/^ *npm run portico -- platform .*$/gm) ?? []
  let output = ''
  for (const command of commands)
    output += (await run('sh', ['-c', adapted(command)], { cwd: root })).stdout
  const [, secret] = /client_secret\s+(\S+)/.exec(output) ?? []
  if (secret === undefined) throw new Error(`no client secret: ${output}`)
  return secret
}

async function setUp(folder: string, settings: Record<string, string>): Promise<void> {
  const example = await readFile(join(folder, '.env.example'), 'utf8')
  const environment = example.replaceAll(/^(\w+)=.*$/gm, (_, name: string) => {
    const value = settings[name]
    if (value === undefined) throw new Error(`.env.example names ${name}`)
    return `${name}=${value}`
  })
  await writeFile(join(folder, '.env'), environment, { mode: 0o600 })
}

/** The environment without the demo's variables, and with this machine's Node in PATH. */
export const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.endsWith(join('node_modules', '.bin')))
    .join(delimiter),
  NEXT_TELEMETRY_DISABLED: '1',
}

export async function npm(folder: string, ...args: string[]): Promise<void> {
  await run('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder, env, maxBuffer: 2 ** 26 })
}

function start(folder: string, port: number): { child: ChildProcess; output: () => string } {
  // A process group, so that npm and its child processes end together.
  const { PATH, HOME } = env
  const own = { PATH, HOME, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' }
  const child = spawn('npm', ['start'], { cwd: folder, env: own, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return { child, output: () => output }
}

async function untilServing(url: string, child: ChildProcess, output: () => string) {
  for (let wait = 0; wait < 300 && child.exitCode === null; wait += 1) {
    if (
      await fetch(`${url}/signed-out`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await delay(100)
  }
  throw new Error(`the starter does not answer: ${output()}`)
}
