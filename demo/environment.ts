import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startDatabase, type Database, type Urls } from './database.ts'
import { startMailbox, type Mailbox } from './mailbox/mailbox.ts'

/** Everything that the demo keeps; DATA_FOLDER moves it. */
export const dataFolder = resolve(
  process.env['DATA_FOLDER'] ?? join(import.meta.dirname, '../.data'),
)

/** What is drawn at the first start and kept: no password of the demo stands in any file of the project. */
export type Drawn = {
  secretKey: string
  password: string
  adminPassword: string
  clientSecrets: { 'business-hub': string; onboarding: string }
}

/** Demo mode is every start that is not production and names no database. */
export function isDemo(): boolean {
  return process.env['NODE_ENV'] !== 'production' && !process.env['DATABASE_URL']
}

export function portOf(name: string, fallback: number): number {
  const given = process.env[name]
  const port = Number(given ?? fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} is not a port: ${given}. Example: ${name}=${fallback}`)
}

export async function drawOnce(): Promise<Drawn> {
  await mkdir(dataFolder, { recursive: true, mode: 0o755 })
  return readOrMake<Drawn>('drawn.json', () => ({
    secretKey: randomBytes(32).toString('base64'),
    // Of every kind that the rules ask for, and long enough to be hard.
    password: `Quay-${randomBytes(6).toString('hex')}-7Zr`,
    adminPassword: `Lamp-${randomBytes(6).toString('hex')}-4Kt`,
    clientSecrets: {
      'business-hub': randomBytes(24).toString('base64url'),
      onboarding: randomBytes(24).toString('base64url'),
    },
  }))
}

/** The variables of a demo: what an operator would set, made from the parts that were started for it. */
export async function settle(
  drawn: Drawn,
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
    SECRET_KEYS: drawn.secretKey,
    SMTP_URL: mailbox.smtpUrl,
    BUSINESS_HUB_URL: `http://127.0.0.1:${portOf('BUSINESS_HUB_PORT', 8081)}`,
    ONBOARDING_URL: `http://127.0.0.1:${portOf('ONBOARDING_PORT', 8082)}`,
    AUDIT_HEADS: process.env['AUDIT_HEADS'] ?? join(dataFolder, 'audit-heads.jsonl'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  }
  Object.assign(process.env, variables)
  await writeFile(join(dataFolder, 'environment.json'), JSON.stringify(variables), { mode: 0o600 })
}

/** The variables of the demo that runs beside this command. */
export async function joinRunning(): Promise<void> {
  const text = await readFile(join(dataFolder, 'environment.json'), 'utf8').catch(() => undefined)
  if (!text) throw new Error('Portico has not been started here yet. Start it with: npm start')
  Object.assign(process.env, JSON.parse(text))
}

export async function startSurroundings(): Promise<{
  database: Database
  mailbox: Mailbox
  drawn: Drawn
}> {
  const drawn = await drawOnce()
  const mailbox = await startMailbox({
    host: process.env['HOST'] ?? '127.0.0.1',
    smtpPort: portOf('SMTP_PORT', 1025),
    httpPort: portOf('MAILBOX_PORT', 8025),
    folder: join(dataFolder, 'mails'),
  })
  try {
    const database = await startDatabase({ folder: dataFolder })
    return { database, mailbox, drawn }
  } catch (error) {
    await mailbox.stop()
    throw error
  }
}

/** What a newer version draws is added to what was drawn before. */
async function readOrMake<Value extends object>(name: string, make: () => Value): Promise<Value> {
  const file = join(dataFolder, name)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  const made = { ...make(), ...(known && (JSON.parse(known) as Value)) }
  await writeFile(file, JSON.stringify(made, null, 2), { mode: 0o600 })
  return made
}
