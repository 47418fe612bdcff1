import { rm } from 'node:fs/promises'
import { forgetDatabase } from '../../demo/database.ts'

/** The first of five ports; another one lets two checkouts walk their journeys at once. */
const first = Number(process.env['JOURNEYS_PORT'] ?? 18_080)
const ports = {
  PORT: first,
  BUSINESS_HUB_PORT: first + 1,
  ONBOARDING_PORT: first + 2,
  MAILBOX_PORT: first + 3,
  SMTP_PORT: first + 4,
}
const folder = '.data/journeys'

/** Where the journeys' own Portico stands, so that it can run beside a demo. */
export const urls = {
  portal: `http://localhost:${ports.PORT}`,
  mailbox: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
  hub: `http://127.0.0.1:${ports.BUSINESS_HUB_PORT}`,
  onboarding: `http://127.0.0.1:${ports.ONBOARDING_PORT}`,
}

export const environment: Record<string, string> = {
  DATA_FOLDER: folder,
  // Each journey comes from an address of its own, as a proxy would tell it.
  TRUSTED_PROXIES: '127.0.0.1/32',
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
}

/** After the last journey: the next run begins anew. */
export default async function forget(): Promise<void> {
  await forgetDatabase(folder).catch(() => undefined)
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
