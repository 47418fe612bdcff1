import { removedVariables } from '#server/config-removed.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startDatabase, type Database, type Urls } from './database.ts'
import { demoLimits } from './limits.ts'
import { startMailbox, type Mailbox } from './mailbox/mailbox.ts'

/** The folder with all data of the demo. */
export const dataFolder = resolve(
  process.env['DATA_FOLDER'] ?? join(import.meta.dirname, '../.data'),
)

/** Random secrets, created at the first start, so that the repository contains no password of the demo. */
export type DemoSecrets = {
  secretKey: string
  password: string
  adminPassword: string
  clientSecrets: { 'business-hub': string; onboarding: string }
  /** Shared by the sample platforms; each platform's secret is this and its id. */
  sampleSecret: string
}

/** Returns true if no database is configured outside production. */
export function isDemo(): boolean {
  const { NODE_ENV, DATABASE_URL, DATABASE_URL_FILE } = process.env
  return NODE_ENV !== 'production' && !DATABASE_URL && !DATABASE_URL_FILE
}

/**
 * Returns true if the first start adds users, platforms and ninety days of events. `DEMO_SAMPLES=off` leaves only a user
 * and two platforms.
 */
export function hasSamples(): boolean {
  return process.env['DEMO_SAMPLES'] !== 'off' && !isEmpty()
}

/** Returns true if the demo begins as a new installation does, with one admin: `DEMO_SAMPLES=none`. */
export function isEmpty(): boolean {
  return process.env['DEMO_SAMPLES'] === 'none'
}

export function portOf(name: string, fallback: number): number {
  const value = process.env[name]
  const port = Number(value ?? fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} is not a port: ${value}. Example: ${name}=${fallback}`)
}

export async function loadSecrets(): Promise<DemoSecrets> {
  await mkdir(dataFolder, { recursive: true, mode: 0o755 })
  return readOrCreate<DemoSecrets>('secrets.json', () => ({
    secretKey: randomBytes(32).toString('base64'),
    // Contains every kind of character that the password rules require.
    password: `Quay-${randomBytes(6).toString('hex')}-7Zr`,
    adminPassword: `Lamp-${randomBytes(6).toString('hex')}-4Kt`,
    clientSecrets: {
      'business-hub': randomBytes(24).toString('base64url'),
      onboarding: randomBytes(24).toString('base64url'),
    },
    sampleSecret: randomBytes(24).toString('base64url'),
  }))
}

/** Sets the environment variables that an operator would set, and stores them for the commands. */
export async function setEnvironment(
  secrets: DemoSecrets,
  database: Urls,
  mailbox: Pick<Mailbox, 'smtpUrl'>,
): Promise<void> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const port = portOf('PORT', 8080)
  const variables = {
    NODE_ENV: 'development',
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEYS: secrets.secretKey,
    SMTP_URL: mailbox.smtpUrl,
    BUSINESS_HUB_URL: `http://127.0.0.1:${portOf('BUSINESS_HUB_PORT', 8081)}`,
    ONBOARDING_URL: `http://127.0.0.1:${portOf('ONBOARDING_PORT', 8082)}`,
    AUDIT_HEADS: process.env['AUDIT_HEADS'] ?? join(dataFolder, 'audit-heads.jsonl'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    // A visitor tries everything alone; the page of approvals explains this.
    TWO_PERSON: process.env['TWO_PERSON'] ?? 'off',
    ...demoLimits,
  }
  Object.assign(process.env, variables)
  await writeFile(join(dataFolder, 'environment.json'), JSON.stringify(variables), { mode: 0o600 })
}

/** Stores further variables for the commands, such as those that demo/portico.yaml uses. */
export async function addToEnvironment(more: Readonly<Record<string, string>>): Promise<void> {
  const file = join(dataFolder, 'environment.json')
  const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  await writeFile(file, JSON.stringify({ ...stored, ...more }), { mode: 0o600 })
}

/** Sets the environment variables of the running demo. Throws if it has never been started. */
export async function joinRunning(): Promise<void> {
  const text = await readFile(join(dataFolder, 'environment.json'), 'utf8').catch(() => undefined)
  if (!text) throw new Error('Portico has not been started here yet. Start it with: npm start')
  const stored = JSON.parse(text) as Record<string, string>
  // A demo that an older version started may have variables that this version refuses.
  for (const name of Object.keys(removedVariables)) delete stored[name]
  Object.assign(process.env, stored)
}

export async function startSurroundings(): Promise<{
  database: Database
  mailbox: Mailbox
  secrets: DemoSecrets
}> {
  const secrets = await loadSecrets()
  const mailbox = await startOwnMailbox()
  try {
    const database = await startDatabase({ folder: dataFolder })
    return { database, mailbox, secrets }
  } catch (error) {
    await mailbox.stop()
    throw error
  }
}

/** Starts the mailbox on the ports of the environment; its mails are stored in the data folder. */
export function startOwnMailbox(): Promise<Mailbox> {
  return startMailbox({
    host: process.env['HOST'] ?? '127.0.0.1',
    smtpPort: portOf('SMTP_PORT', 1025),
    httpPort: portOf('MAILBOX_PORT', 8025),
    folder: join(dataFolder, 'mails'),
  })
}

/** Returns the stored value, and adds secrets that a newer version needs. */
async function readOrCreate<Value extends object>(
  name: string,
  create: () => Value,
): Promise<Value> {
  const file = join(dataFolder, name)
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const value = { ...create(), ...(stored && (JSON.parse(stored) as Value)) }
  await writeFile(file, JSON.stringify(value, null, 2), { mode: 0o600 })
  return value
}
