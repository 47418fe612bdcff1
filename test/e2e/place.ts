import { rm } from 'node:fs/promises'
import { locales, type Locale } from '#contract/locale.ts'
import { limitSections } from '#server/config-limits.ts'
import { certificateIn, type Certificate } from '#test/certificate.ts'
import { forgetDatabase } from '../../demo/database.ts'
import { demoLimits } from '../../demo/limits.ts'
import { printFigures } from './whole-figures.ts'

/** True for `JOURNEYS=all`, which also runs the journeys of trials/journeys/ and axe. */
export const runsAll = process.env['JOURNEYS'] === 'all'

/** The first of ten ports; `npm test` looks for free ones. */
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

/** True for `JOURNEYS_STACK=whole`: two servers, a worker, a follower, PgBouncer and nginx instead of one process. */
export const isWhole = readStack() === 'whole'

/** The folder of the TLS certificate of nginx, which fronts the whole stack. */
export const tlsFolder = `${folder}/tls`
export const certificate: Certificate = certificateIn(tlsFolder)
const trust: Record<string, string> = isWhole ? { NODE_EXTRA_CA_CERTS: certificate.crt } : {}

/** The URLs of the journeys' own Portico, which can run beside a demo. */
export const urls = {
  portal: `${isWhole ? 'https' : 'http'}://localhost:${ports.PORT}`,
  mailbox: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
  hub: `http://127.0.0.1:${ports.BUSINESS_HUB_PORT}`,
  onboarding: `http://127.0.0.1:${ports.ONBOARDING_PORT}`,
  // On a separate host name, because cookies ignore ports.
  sandbox: `http://127.0.0.1:${first + 5}`,
}

/** The prefix of the portal's cookies on https. */
export const cookiePrefix = isWhole ? '__Host-' : ''

/** The languages of journeys that are repeated per language: English, or all with `npm test -- --languages all`. */
export const storyLocales: readonly Locale[] =
  process.env['JOURNEY_LANGUAGES'] === 'all' ? locales : ['en']

/** The rate limits of production, because the demo's are more lenient. */
const limits = Object.entries(limitSections['Rate limits'])
  .filter(([name]) => name in demoLimits)
  .map(([name, variable]) => [name, variable.default] as const)

export const environment: Record<string, string> = {
  ...Object.fromEntries(limits),
  DATA_FOLDER: folder,
  // Because the journeys count the rows that they added.
  DEMO_SAMPLES: 'off',
  // These settings would only slow the journeys down.
  PASSWORD_HASH_MEMORY_KIB: '64',
  PASSWORD_HASH_PASSES: '1',
  HUMAN_CHECK_COST: '1',
  // Each journey sends its own IP address in X-Forwarded-For.
  TRUSTED_PROXIES: '127.0.0.1/32',
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
  PUBLIC_URL: urls.portal,
  SANDBOX_SSO_URL: urls.sandbox,
  ...trust,
}

/** The environment of a second Portico with its own data: the sandbox of the first. */
export const sandboxEnvironment: Record<string, string> = {
  ...sandboxPorts,
  DATA_FOLDER: `${folder}/sandbox`,
  DEMO_SAMPLES: 'off',
  PUBLIC_URL: urls.sandbox,
  SANDBOX_TRUSTED_ISSUER: urls.portal,
  ...trust,
}

/** Variables for an additional server, which has TLS if the journeys' portal has. */
export const ownServerEnvironment: Record<string, string> = isWhole
  ? { TLS_CERT: certificate.crt, TLS_KEY: certificate.key }
  : {}

/** The file with the URLs that the running whole stack writes: `/metrics` of its processes and PgBouncer's console. */
export const figuresFile = `${folder}/figures.json`

function readStack(): string {
  const stack = process.env['JOURNEYS_STACK'] ?? ''
  if (['', 'whole'].includes(stack)) return stack
  throw new Error(`JOURNEYS_STACK is "whole" or not set, and not "${stack}"`)
}

/** Playwright's global teardown, before the processes end. */
export default async function endJourneys(): Promise<void> {
  if (isWhole)
    await printFigures(figuresFile).catch((error: Error) => {
      process.stderr.write(`No figures: ${error.message}\n`)
    })
  await deleteData().catch(() => undefined)
}

/** Deletes the data of a run. Throws DatabaseInUse while another run uses it. */
export async function deleteData(): Promise<void> {
  await forgetDatabase(folder)
  await rm(folder, { recursive: true, force: true })
}
