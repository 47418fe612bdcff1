import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'
import { keyHashOf, makeCertificate } from './test/support/certificate.ts'
import { certificate, environment, isWhole, runsAll, tlsFolder, urls } from './test/e2e/place.ts'

// Playwright's workers read this file, too: with the variables of the process that started them.
const isFirst = process.env['TEST_WORKER_INDEX'] === undefined
if (isWhole && isFirst) process.env['NODE_EXTRA_CA_CERTS'] = makeCertificate(tlsFolder).crt
const trust = isWhole ? [`--ignore-certificate-errors-spki-list=${keyHashOf(certificate)}`] : []

/**
 * The browser journeys run against `npm start`, with ports and data of their own; with `JOURNEYS_STACK=whole` through
 * nginx against an installation of several processes. `JOURNEYS=all` adds those of trials/journeys/.
 */
export default defineConfig({
  testDir: '.',
  testMatch: ['test/e2e/**/*.spec.ts', ...(runsAll ? ['trials/journeys/**/*.spec.ts'] : [])],
  // The last release, which the test of upgrades installs there, has journeys of its own.
  testIgnore: '**/.data/**',
  outputDir: 'test-results/journeys',
  globalTeardown: './test/e2e/place.ts',
  fullyParallel: true,
  // All of them use one server.
  workers: Math.min(availableParallelism() + 1, 8),
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: urls.portal,
    viewport: { width: 1360, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      args: ['--disable-background-networking', '--no-sandbox', ...trust],
    },
    // A trace costs a quarter of the time: `JOURNEYS_TRACE=1` asks for it.
    trace: process.env['JOURNEYS_TRACE'] ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: `${join('node_modules', '.bin', 'node')} ${isWhole ? 'test/e2e/start-whole.ts' : 'demo/start.ts'}`,
    url: `${urls.onboarding}/platform.css`,
    timeout: isWhole ? 240_000 : 60_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: environment,
  },
})
