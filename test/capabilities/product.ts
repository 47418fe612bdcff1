import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#test/free-port.ts'
import { placeVariable, type Place, type Staff } from './place-file.ts'
import { setUpAdminBy } from './set-up-admin.ts'

export type Product = {
  place: Place
  stop: () => Promise<void>
  /** Starts the product again on the same data. */
  start: () => Promise<void>
  /** Stops the product and deletes its data. */
  remove: () => Promise<void>
}

const startLimitMs = 120_000
/**
 * An operator's settings: a proxy in front, two-person approval, and cheap hashes, because expensive ones only take
 * time.
 */
const settings = {
  DEMO_SAMPLES: 'off',
  TWO_PERSON: 'on',
  TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
  HUMAN_CHECK_COST: '1',
  PASSWORD_HASH_MEMORY_KIB: '64',
  PASSWORD_HASH_PASSES: '1',
  MASS_SESSIONS: '1',
}
const portNames = ['PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'BUSINESS_HUB_PORT', 'ONBOARDING_PORT']

/** Starts the product of a tree as `npm start` does, in its own process and data folder. */
export async function startProduct(root = '.'): Promise<Product> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-capabilities-'))
  const ports = await Promise.all(
    portNames.map(async (name) => [name, String(await freePort())] as const),
  )
  const { PATH = '' } = process.env
  // The address where sandbox.test.ts starts this portal's sandbox.
  const SANDBOX_SSO_URL = `http://localhost:${await freePort()}`
  const own = { PATH, DATA_FOLDER: dataFolder, SANDBOX_SSO_URL }
  const env = { ...own, ...settings, ...Object.fromEntries(ports) }
  const tree = path.resolve(root)
  let child = await startProcess(tree, env)
  const place = await describePlace(tree, env).catch(async (error: unknown) => {
    await stopProcess(child)
    throw error
  })
  return {
    place,
    stop: () => stopProcess(child),
    start: async () => {
      child = await startProcess(tree, env)
    },
    remove: async () => {
      await stopProcess(child)
      await promisify(execFile)(process.execPath, ['demo/command.ts', 'demo:reset'], {
        cwd: tree,
        env,
      })
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function startProcess(root: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['demo/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const started = new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The product ${reason}:\n${output}`))
    const limit = setTimeout(() => fail('did not start in two minutes'), startLimitMs)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString()
        if (!output.includes('Ctrl-C stops everything')) return
        clearTimeout(limit)
        resolve()
      })
    child.once('exit', () => fail('ended'))
  })
  await started.catch(async (error: unknown) => {
    await stopProcess(child)
    throw error
  })
  return child
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await once(child, 'exit')
  clearTimeout(killTimer)
}

async function describePlace(root: string, env: Record<string, string>): Promise<Place> {
  const dataFolder = env['DATA_FOLDER'] ?? ''
  const urlOf = (name: string, host: string) => `http://${host}:${env[name]}`
  const stored = await readFile(path.join(dataFolder, 'environment.json'), 'utf8')
  const environment = { ...env, ...(JSON.parse(stored) as Record<string, string>) }
  const url = urlOf('PORT', 'localhost')
  const place: Place = {
    root,
    dataFolder,
    url,
    mailboxUrl: urlOf('MAILBOX_PORT', 'localhost'),
    businessHubUrl: urlOf('BUSINESS_HUB_PORT', '127.0.0.1'),
    onboardingUrl: urlOf('ONBOARDING_PORT', '127.0.0.1'),
    environment,
    staff: [await addStaff(root, env, url, 1), await addStaff(root, env, url, 2)],
  }
  await backdateRoles(place)
  const file = path.join(dataFolder, 'place.json')
  await writeFile(file, JSON.stringify(place))
  process.env[placeVariable] = file
  return place
}

/** Adds a super admin with an operator's command. */
async function addStaff(
  root: string,
  env: Record<string, string>,
  url: string,
  number: number,
): Promise<Staff> {
  const email = `staff${number}@portico.example`
  const args = ['admin', 'add', '--email', email, '--firstname', 'Dorothy', '--lastname', 'Vaughan']
  const command = ['demo/command.ts', ...args, '--role', 'super_admin']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env })
  const [, token = ''] = /admin\/set-up\/([\w-]+)/.exec(stdout) ?? []
  const { browser: _, ...account } = await setUpAdminBy(url, { email, token })
  return account
}

/** Backdates the roles, because an approver must have held the role for a day. */
async function backdateRoles({ environment, staff }: Place): Promise<void> {
  const client = new Client({ connectionString: environment['DATABASE_OWNER_URL'] })
  await client.connect()
  await client.query(
    `update admin_roles set given_at = given_at - interval '2 days' where admin_id = any($1::uuid[])`,
    [staff.map(({ id }) => id)],
  )
  await client.end()
}
