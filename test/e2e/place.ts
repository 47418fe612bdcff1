import { rm } from 'node:fs/promises'
import { forgetDatabase } from '../../demo/database.ts'

/** The first of ten ports; another one lets two checkouts walk their journeys at once. */
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

/** Where the journeys' own Portico stands, so that it can run beside a demo. */
export const urls = {
  portal: `http://localhost:${ports.PORT}`,
  mailbox: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
  hub: `http://127.0.0.1:${ports.BUSINESS_HUB_PORT}`,
  onboarding: `http://127.0.0.1:${ports.ONBOARDING_PORT}`,
  // On a host of its own: cookies know no ports.
  sandbox: `http://127.0.0.1:${first + 5}`,
}

export const environment: Record<string, string> = {
  DATA_FOLDER: folder,
  // Each journey comes from an address of its own, as a proxy would tell it.
  TRUSTED_PROXIES: '127.0.0.1/32',
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
  SANDBOX_SSO_URL: urls.sandbox,
}

/** A second Portico, with data of its own, which is the sandbox of the first. */
export const sandboxEnvironment: Record<string, string> = {
  ...sandboxPorts,
  DATA_FOLDER: `${folder}/sandbox`,
  PUBLIC_URL: urls.sandbox,
  SANDBOX_TRUSTED_ISSUER: urls.portal,
}

/** After the last journey: the next run begins anew. */
export default async function forget(): Promise<void> {
  await forgetDatabase(folder).catch(() => undefined)
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
