import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../test/support/chromium.ts'

export type Stop = () => Promise<unknown>
export type Walk = {
  portal: string
  hubUrl: string
  page: Page
  /** Registers a function that is called before the demo stops, latest first. */
  atEnd: (stop: Stop) => void
}

type Place = { folder: string; firstPort: number }

/** Starts a separate demo in the folder and joins its database; stopping it deletes all of its data. */
export async function startDemo({ folder, firstPort }: Place): Promise<Stop> {
  const ports = {
    PORT: firstPort,
    BUSINESS_HUB_PORT: firstPort + 1,
    ONBOARDING_PORT: firstPort + 2,
    MAILBOX_PORT: firstPort + 25,
    SMTP_PORT: firstPort + 26,
  }
  for (const [name, port] of Object.entries(ports)) process.env[name] = String(port)
  process.env['DATA_FOLDER'] = folder
  const demo = spawn(process.execPath, ['demo/start.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', () => reject(new Error('the demonstration did not start')))
    demo.stdout.on('data', (line) => {
      if (String(line).includes('is running')) resolve()
    })
  })
  const { joinRunning } = await import('../../demo/environment.ts')
  await joinRunning()
  return async () => {
    demo.removeAllListeners('exit')
    demo.kill('SIGTERM')
    if (demo.exitCode === null) await new Promise((resolve) => demo.once('exit', resolve))
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    const { forgetDatabase } = await import('../../demo/database.ts')
    await forgetDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Calls `work` with a separate demo and a browser. */
export async function withDemo(place: Place, work: (walk: Walk) => Promise<void>): Promise<void> {
  const stops: Stop[] = []
  try {
    stops.unshift(await startDemo(place))
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    stops.unshift(() => browser.close())
    await work({
      portal: `http://localhost:${place.firstPort}`,
      hubUrl: `http://127.0.0.1:${place.firstPort + 1}`,
      page: await browser.newPage({ locale: 'en-GB' }),
      atEnd: (stop) => void stops.unshift(stop),
    })
  } finally {
    for (const stop of stops) await stop()
  }
}
