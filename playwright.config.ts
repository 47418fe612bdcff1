import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'
import { keyHashOf, makeCertificate } from './test/support/certificate.ts'
import { certificate, environment, isWhole, tlsFolder, urls } from './test/e2e/place.ts'

// Playwright's workers read this file, too: with the variables of the process that started them.
const isFirst = process.env['TEST_WORKER_INDEX'] === undefined
if (isWhole && isFirst) process.env['NODE_EXTRA_CA_CERTS'] = makeCertificate(tlsFolder).crt
const trust = isWhole ? [`--ignore-certificate-errors-spki-list=${keyHashOf(certificate)}`] : []

/**
 * The browser journeys run against `npm start`, with ports and data of their own; with `JOURNEYS_STACK=whole` through
 * nginx against an installation of several processes.
 */
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
      args: ['--disable-background-networking', '--no-sandbox', ...trust],
    },
    trace: 'retain-on-failure',
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
