import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Site = {
  id: string
  /** Null: the platform cannot keep one. */
  secret: string | null
  port: number
  url: string
  /** It asks for two factors within the last hour, and lets nobody in below. */
  asksForMore?: boolean
  /** It lets in users with this role alone. */
  role?: string
}

type Kind = {
  name: string
  /** Fetches what the program needs, in a copy of its folder. */
  prepare: [string, ...string[]]
  start: [string, ...string[]]
}

/** Platforms with libraries that are no dependency of this project. Each answers with the user as JSON. */
export const kinds = {
  'go-oidc': {
    name: 'go-oidc',
    prepare: ['go', 'build', '-o', 'client', '.'],
    start: ['./client'],
  },
  express: {
    name: 'express-openid-connect',
    prepare: ['npm', 'install', '--no-audit', '--no-fund'],
    start: [process.execPath, 'server.mjs'],
  },
  page: {
    name: 'oidc-client-ts in a page',
    prepare: ['npm', 'install', '--no-audit', '--no-fund'],
    start: [process.execPath, 'server.mjs'],
  },
} satisfies Record<string, Kind>

/** Starts the program of a folder beside this file; returns a sentence when this machine cannot build it. */
export async function startProgram(
  id: keyof typeof kinds,
  issuer: string,
  site: Site,
): Promise<string | (() => Promise<void>)> {
  const { name, prepare, start } = kinds[id] as Kind
  const folder = await mkdtemp(join(tmpdir(), 'portico-client-'))
  await cp(join(import.meta.dirname, id), folder, { recursive: true })
  const remove = () => rm(folder, { recursive: true, force: true })
  const [tool, ...words] = prepare
  try {
    await promisify(execFile)(tool, words, { cwd: folder })
  } catch (error) {
    await remove()
    return `– ${name} is skipped, because ${prepare.join(' ')} failed: ${String(error).split('\n')[0]}`
  }
  const [program, ...args] = start
  const child = spawn(program, args, {
    cwd: folder,
    stdio: 'inherit',
    // Nothing of this process, which knows the demo's secrets.
    env: {
      PATH: process.env['PATH'],
      ISSUER: issuer,
      CLIENT_ID: site.id,
      ...(site.secret !== null && { CLIENT_SECRET: site.secret }),
      HOME_URL: site.url,
      PORT: String(site.port),
    },
  })
  const stop = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    await remove()
  }
  for (let wait = 0; wait < 100; wait += 1) {
    if (await fetch(site.url, { redirect: 'manual' }).then(Boolean, () => false)) return stop
    await delay(100)
  }
  await stop()
  throw new Error(`${name} does not answer`)
}
