import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'
import { environment, urls } from './test/e2e/place.ts'

/** The browser journeys run against `npm start`, with ports and data of their own. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/journeys',
  globalTeardown: './test/e2e/place.ts',
  fullyParallel: true,
  // All of them use one server.
  workers: Math.min(Math.max(availableParallelism(), 2), 8),
  timeout: 120_000,
  // A busy machine may stall a browser for seconds. The report names what passed at the second attempt as "flaky".
  retries: 1,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: urls.portal,
    viewport: { width: 1360, height: 900 },
    launchOptions: {
      executablePath: await findChromium(),
      args: ['--disable-background-networking', '--no-sandbox'],
    },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `${join('node_modules', '.bin', 'node')} demo/start.ts`,
    url: `${urls.onboarding}/platform.css`,
    timeout: 60_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: environment,
  },
})
