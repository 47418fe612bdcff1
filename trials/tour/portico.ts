import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../test/support/chromium.ts'
import forget, { environment, urls } from '../../test/e2e/place.ts'

const startLimitMs = 90_000
const bin = join('node_modules', '.bin')

export { urls }

/** Starts the whole demo with its own ports and data, like the journeys, and a browser. */
export async function withPortico(work: (browser: Browser) => Promise<void>): Promise<void> {
  await forget()
  const env = { ...process.env, ...environment }
  const portico = spawn(join(bin, 'node'), ['demo/start.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = (): void => void portico.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    await isUp(portico)
    await visit(work)
  } finally {
    await ended(portico, stop)
    await forget()
  }
}

/** Imports modules only after the demo has started, because the configuration cannot be read earlier. */
async function visit(work: (browser: Browser) => Promise<void>): Promise<void> {
  Object.assign(process.env, environment)
  const { joinRunning } = await import('../../demo/environment.ts')
  await joinRunning()
  const { db } = await import('#server/db.ts')
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--disable-background-networking', '--no-sandbox'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
    await db.end()
  }
}

async function isUp(portico: ChildProcess): Promise<void> {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    if (portico.exitCode !== null) throw new Error('Portico did not start. See the error above.')
    // This is the last process to start.
    const answer = await fetch(`${urls.onboarding}/platform.css`).catch(() => undefined)
    if (answer?.ok) return
    await delay(200)
  }
  throw new Error(`Portico did not start within ${startLimitMs / 1000} s.`)
}

function ended(portico: ChildProcess, stop: () => void): Promise<void> {
  if (portico.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    portico.once('close', () => resolve())
    stop()
  })
}
