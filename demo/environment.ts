import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startDatabase, type Database, type Urls } from './database.ts'
import { demoLimits } from './limits.ts'
import { startMailbox, type Mailbox } from './mailbox/mailbox.ts'

/** Holds everything that the demo stores. */
export const dataFolder = resolve(
  process.env['DATA_FOLDER'] ?? join(import.meta.dirname, '../.data'),
)

/** Random secrets, created at the first start: the project's files hold no password of the demo. */
export type DemoSecrets = {
  secretKey: string
  password: string
  adminPassword: string
  clientSecrets: { 'business-hub': string; onboarding: string }
  /** Of the other platforms, each with its id. */
  sampleSecret: string
}

/** A start outside of production without a database is a start of the demo. */
export function isDemo(): boolean {
  const { NODE_ENV, DATABASE_URL, DATABASE_URL_FILE } = process.env
  return NODE_ENV !== 'production' && !DATABASE_URL && !DATABASE_URL_FILE
}

/** Whether the first start adds many users, platforms and ninety days of events. `DEMO_SAMPLES=off`: no. */
export function hasSamples(): boolean {
  return process.env['DEMO_SAMPLES'] !== 'off'
}

export function portOf(name: string, fallback: number): number {
  const given = process.env[name]
  const port = Number(given ?? fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} is not a port: ${given}. Example: ${name}=${fallback}`)
}

export async function loadSecrets(): Promise<DemoSecrets> {
  await mkdir(dataFolder, { recursive: true, mode: 0o755 })
  return readOrCreate<DemoSecrets>('secrets.json', () => ({
    secretKey: randomBytes(32).toString('base64'),
    // Every kind of character that the password rules require.
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
    // One visitor tries everything; the page of approvals says so.
    TWO_PERSON: process.env['TWO_PERSON'] ?? 'off',
    ...demoLimits,
  }
  Object.assign(process.env, variables)
  await writeFile(join(dataFolder, 'environment.json'), JSON.stringify(variables), { mode: 0o600 })
}

/** Stores further variables for the commands, such as those that demo/portico.yaml names. */
export async function addToEnvironment(more: Readonly<Record<string, string>>): Promise<void> {
  const file = join(dataFolder, 'environment.json')
  const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  await writeFile(file, JSON.stringify({ ...known, ...more }), { mode: 0o600 })
}

/** Sets the environment variables of the demo that runs. */
export async function joinRunning(): Promise<void> {
  const text = await readFile(join(dataFolder, 'environment.json'), 'utf8').catch(() => undefined)
  if (!text) throw new Error('Portico has not been started here yet. Start it with: npm start')
  Object.assign(process.env, JSON.parse(text))
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

/** Starts the mailbox at the ports of the environment; its mails are in the data folder. */
export function startOwnMailbox(): Promise<Mailbox> {
  return startMailbox({
    host: process.env['HOST'] ?? '127.0.0.1',
    smtpPort: portOf('SMTP_PORT', 1025),
    httpPort: portOf('MAILBOX_PORT', 8025),
    folder: join(dataFolder, 'mails'),
  })
}

/** Secrets that a newer version needs are added to the stored ones. */
async function readOrCreate<Value extends object>(
  name: string,
  create: () => Value,
): Promise<Value> {
  const file = join(dataFolder, name)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  const value = { ...create(), ...(known && (JSON.parse(known) as Value)) }
  await writeFile(file, JSON.stringify(value, null, 2), { mode: 0o600 })
  return value
}
