import { freePort } from '#test/free-port.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createCall, type Call } from '#contract/call.ts'
import { cookieHeader, keepCookies, type CookieJar } from './cookie-jar.ts'

const main = join(import.meta.dirname, '../../app/main.ts')
const patienceMs = 120_000

export type RealServer = { url: string; visitor: (ipAddress: string, jar?: CookieJar) => Call }

/** Starts the program in a separate process on this test's database. */
export async function startServer(settings: Record<string, string> = {}): Promise<RealServer> {
  const port = settings['PORT'] ?? (await freePort())
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', SERVE: 'users', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  after(() => stop(child))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  const origin = settings['PUBLIC_URL'] ?? 'http://localhost:8080'
  return { url, visitor: (ipAddress, jar) => visitorOf({ url, origin }, ipAddress, jar) }
}

/** Returns a browser at one of the servers, with this IP address. */
export function visitorOf(
  { url, origin }: { url: string; origin: string },
  ipAddress: string,
  jar: CookieJar = new Map(),
): Call {
  return createCall({
    base: (path) => `${url}/api${path}`,
    fetch: async (input, init = {}) => {
      const answer = await fetch(input, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'x-forwarded-for': ipAddress,
          origin,
          cookie: cookieHeader(jar),
        },
      })
      keepCookies(jar, answer)
      return answer
    },
  })
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end && child.exitCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await wait(50)
  }
  throw new Error(`the server did not start: exit code ${child.exitCode}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
