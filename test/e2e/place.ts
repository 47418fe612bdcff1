import { rm } from 'node:fs/promises'
import { locales, type Locale } from '#contract/locale.ts'
import { limitSections } from '#server/config-limits.ts'
import { certificateIn, type Certificate } from '#test/certificate.ts'
import { forgetDatabase } from '../../demo/database.ts'
import { demoLimits } from '../../demo/limits.ts'
import { printFigures } from './whole-figures.ts'

/** `JOURNEYS=all`: also the journeys of trials/journeys/, and axe on the way. */
export const runsAll = process.env['JOURNEYS'] === 'all'

/** The first of ten ports: `npm test` looks for free ones. */
const first = Number(process.env['JOURNEYS_PORT'] ?? 18_080)
const ports = {
  PORT: first,
  BUSINESS_HUB_PORT: first + 1,
  ONBOARDING_PORT: first + 2,
  MAILBOX_PORT: first + 3,
  SMTP_PORT: first + 4,
}
const sandboxPorts = Object.fromEntries(
  Object.entries(ports).map(([name, port]) => [name, String(port + 5)]),
)
const folder = '.data/journeys'

/** `JOURNEYS_STACK=whole`: two servers, a worker, a follower, PgBouncer and nginx in place of the one process. */
export const isWhole = readStack() === 'whole'

/** Of nginx, by which the whole stack is reached. */
export const tlsFolder = `${folder}/tls`
export const certificate: Certificate = certificateIn(tlsFolder)
const trust: Record<string, string> = isWhole ? { NODE_EXTRA_CA_CERTS: certificate.crt } : {}

/** Addresses of the journeys' own Portico, which can run beside a demo. */
export const urls = {
  portal: `${isWhole ? 'https' : 'http'}://localhost:${ports.PORT}`,
  mailbox: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
  hub: `http://127.0.0.1:${ports.BUSINESS_HUB_PORT}`,
  onboarding: `http://127.0.0.1:${ports.ONBOARDING_PORT}`,
  // On a host of its own: cookies know no ports.
  sandbox: `http://127.0.0.1:${first + 5}`,
}

/** The prefix that the portal's cookies have on https. */
export const cookiePrefix = isWhole ? '__Host-' : ''

/** Languages of the stories that are the same in each: English, or all with `npm test -- --languages all`. */
export const storyLocales: readonly Locale[] =
  process.env['JOURNEY_LANGUAGES'] === 'all' ? locales : ['en']

/** The journeys meet the limits of production, not those of the demo. */
const limits = Object.entries(limitSections['Rate limits'])
  .filter(([name]) => name in demoLimits)
  .map(([name, variable]) => [name, variable.default] as const)

export const environment: Record<string, string> = {
  ...Object.fromEntries(limits),
  DATA_FOLDER: folder,
  // The journeys count what they added.
  DEMO_SAMPLES: 'off',
  // Here they would only take time.
  PASSWORD_HASH_MEMORY_KIB: '64',
  PASSWORD_HASH_PASSES: '1',
  HUMAN_CHECK_COST: '1',
  // Each journey has an IP address of its own, in X-Forwarded-For.
  TRUSTED_PROXIES: '127.0.0.1/32',
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
  PUBLIC_URL: urls.portal,
  SANDBOX_SSO_URL: urls.sandbox,
  ...trust,
}

/** A second Portico, with data of its own: the sandbox of the first. */
export const sandboxEnvironment: Record<string, string> = {
  ...sandboxPorts,
  DATA_FOLDER: `${folder}/sandbox`,
  DEMO_SAMPLES: 'off',
  PUBLIC_URL: urls.sandbox,
  SANDBOX_TRUSTED_ISSUER: urls.portal,
  ...trust,
}

/** Variables of a further server beside the journeys' own, which speaks as they expect of the portal. */
export const ownServerEnvironment: Record<string, string> = isWhole
  ? { TLS_CERT: certificate.crt, TLS_KEY: certificate.key }
  : {}

/** Addresses that the whole stack writes once it runs: `/metrics` of its processes, and PgBouncer's console. */
export const figuresFile = `${folder}/figures.json`

function readStack(): string {
  const stack = process.env['JOURNEYS_STACK'] ?? ''
  if (['', 'whole'].includes(stack)) return stack
  throw new Error(`JOURNEYS_STACK is "whole" or not set, and not "${stack}"`)
}

/** Playwright's global teardown, before what it started ends: deletes the data of this run. */
export default async function deleteData(): Promise<void> {
  if (isWhole)
    await printFigures(figuresFile).catch((error: Error) => {
      process.stderr.write(`No figures: ${error.message}\n`)
    })
  await forgetDatabase(folder).catch(() => undefined)
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
