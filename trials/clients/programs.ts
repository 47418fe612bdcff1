import { exec, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, globSync, openSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Stack } from './stacks.ts'

export type Site = {
  id: string
  /** The client secret; null if the platform cannot keep one. */
  secret: string | null
  port: number
  url: string
}

export type Running = { stop: () => Promise<void>; log: () => Promise<string> }

/** The folder of builds. Each state of a stack's folder is built once, because some builds take minutes. */
const cache = join(import.meta.dirname, '../../.data/client-builds')
/** Frameworks start slowly on a busy machine. */
const startMs = 120_000

/** Returns the first of the stack's tools that this machine lacks; undefined if there is none. */
export async function missingTool({ needs }: Stack): Promise<string | undefined> {
  for (const command of needs) {
    const runs = await promisify(exec)(command).then(Boolean, () => false)
    if (!runs) return command
  }
  return undefined
}

/** Returns the folder in which the program of a stack has been built. */
export async function build(id: string, { prepare }: Stack): Promise<string> {
  const source = join(import.meta.dirname, id)
  const folder = join(cache, `${id}-${hashOf(source)}`)
  const done = join(folder, '.built')
  if (existsSync(done)) return folder
  for (const old of globSync(join(cache, `${id}-${'?'.repeat(12)}`)))
    await rm(old, { recursive: true, force: true })
  await cp(source, folder, { recursive: true })
  for (const command of prepare) {
    console.log(`  ${id}: ${command}`)
    await promisify(exec)(command, { cwd: folder, maxBuffer: 2 ** 26 })
  }
  await writeFile(done, '')
  return folder
}

function hashOf(folder: string): string {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

type Start = {
  folder: string
  issuer: string
  site: Site
  /** Set if only users with this role may log in. */
  role?: string | undefined
}

/** Starts the program of a stack; resolves once it responds. */
export async function startProgram(
  { start, paths }: Stack,
  { folder, issuer, site, role = '' }: Start,
): Promise<Running> {
  const file = join(folder, 'output.log')
  await mkdir(dirname(file), { recursive: true })
  const output = openSync(file, 'w')
  const child = spawn(`exec ${start}`, {
    shell: true,
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { ...environmentOf(issuer, site), ROLE: role },
  })
  closeSync(output)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await new Promise((resolve) => child.once('exit', resolve))
    clearTimeout(force)
  }
  const log = () => readFile(file, 'utf8')
  const end = Date.now() + startMs
  while (child.exitCode === null && Date.now() < end) {
    if (await answers(site.url + (paths?.login ?? '/'))) return { stop, log }
    await delay(200)
  }
  await stop()
  throw new Error(`${site.id} does not answer:\n${await log()}`)
}

/** Returns true if the program responds. A server in front of it may respond earlier, with an error. */
async function answers(address: string): Promise<boolean> {
  const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
  return answer !== undefined && answer.status !== 404 && answer.status < 500
}

/** Returns the program's environment, without the variables of this process, which knows the demo's secrets. */
function environmentOf(issuer: string, site: Site): NodeJS.ProcessEnv {
  const { PATH, HOME, JAVA_HOME } = process.env
  return {
    PATH,
    HOME,
    JAVA_HOME,
    ISSUER: issuer,
    CLIENT_ID: site.id,
    ...(site.secret !== null && { CLIENT_SECRET: site.secret }),
    COOKIE_SECRET: randomBytes(32).toString('base64url'),
    HOME_URL: site.url,
    PORT: String(site.port),
  }
}
