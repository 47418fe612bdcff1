import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isOurs, openPlace, placeOf, type Place } from './place.ts'
import {
  removeStaleLock,
  initialize,
  isRunning,
  readLogEnd,
  start,
  stop,
  type StartOptions,
} from './postgres.ts'

export type Urls = { ownerUrl: string; serverUrl: string; adminUrl: string }

export type Database = Urls & {
  stop(): Promise<void>
}

/** Thrown if another process runs the database of this folder. */
export class DatabaseInUse extends Error {}

/** An advisory lock of the starter's connection. PostgreSQL releases it even if the starter is killed. */
const starterLock = 8_080

const startLimitMs = 60_000

/** Starts the folder's PostgreSQL, or adopts the one that a killed process left running. Throws DatabaseInUse. */
export async function startDatabase({
  folder,
  durable = true,
  sharedBuffers = '128MB',
}: {
  folder: string
  durable?: boolean
  sharedBuffers?: string
}): Promise<Database> {
  const place = placeOf(folder)
  if (!(await isOurs(place))) await forgetDatabase(folder)
  await openPlace(place)
  await initialize(place, durable)
  const starter = await bringUp(place, { durable, sharedBuffers })
  await claim(place, starter)
  await makeRoles(place, starter).catch(async (error: Error) => {
    await stop(place, 'immediate')
    throw await startError(place, error)
  })

  let stopping: Promise<void> | undefined
  return {
    ...urlsOf(place),
    stop: () => (stopping ??= stop(place, 'fast')),
  }
}

/** Deletes the folder's database. Throws DatabaseInUse if another process runs it. */
export async function forgetDatabase(folder: string): Promise<void> {
  const place = placeOf(folder)
  // Called only because it throws if another user created the database.
  await isOurs(place)
  if (await isRunning(place)) {
    const connected = await connect(place, 'postgres')
    if (connected instanceof Client) await claim(place, connected)
    await stop(place, 'immediate')
  }
  for (const part of [place.home, place.sockets, place.pointer]) {
    await rm(part, { recursive: true, force: true })
  }
}

/**
 * Stops the folder's database if the process that started it is gone. Throws DatabaseInUse if another process runs it.
 */
export async function stopAbandoned(folder: string): Promise<void> {
  const place = placeOf(folder)
  if (!(await isOurs(place)) || !(await isRunning(place))) return
  const connected = await connect(place, 'postgres')
  if (connected instanceof Client) await claim(place, connected)
  await stop(place, 'fast')
}

/** Waits for a start, recovery or stop in progress, and starts PostgreSQL if it does not run. */
async function bringUp(place: Place, options: StartOptions): Promise<Client> {
  const deadline = Date.now() + startLimitMs
  let isStarted = false
  let failure: Error | undefined
  while (Date.now() < deadline) {
    if (await isRunning(place)) {
      const connected = await connect(place, 'postgres')
      if (connected instanceof Client) return connected
      failure = connected
      if (!isTemporary(connected)) break
    } else {
      await removeStaleLock(place)
      failure = await start(place, options)
      isStarted ||= !failure
      if (failure && !(await isRunning(place)) && !isHeldByOrphans(failure)) break
    }
    await delay(20)
  }
  if (isStarted) await stop(place, 'immediate')
  throw await startError(place, failure)
}

async function claim(place: Place, starter: Client): Promise<void> {
  for (const waitMs of [50, 150, 400]) {
    const result = await starter.query(`select pg_try_advisory_lock(${starterLock}) as held`)
    if (result.rows[0].held) return
    // PostgreSQL may not have noticed yet that the last starter was killed.
    await delay(waitMs)
  }
  await starter.end()
  throw new DatabaseInUse(`The database in ${place.folder} is in use: stop what runs there first.`)
}

async function makeRoles(place: Place, starter: Client): Promise<void> {
  const { rows } = await starter.query<{ name: string }>(
    'select rolname as name from pg_roles union all select datname from pg_database',
  )
  const names = new Set(rows.map((row) => row.name))
  if (!names.has('portico_owner')) await starter.query('create role portico_owner login')
  if (!names.has('portico_server')) await starter.query('create role portico_server login')
  if (!names.has('portico')) await starter.query('create database portico owner portico_owner')

  const client = await connect(place, 'portico')
  if (client instanceof Error) throw client
  await client.query('create extension if not exists pg_trgm')
  await client.query('revoke create on schema public from public')
  await client.query('revoke temporary on database portico from public')
  await client.end()
}

async function connect(place: Place, database: string): Promise<Client | Error> {
  const connectionString = urlOf(place, 'postgres', database)
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  // Without a handler, a lost connection would end the process.
  client.on('error', () => undefined)
  return await client.connect().then(
    () => client,
    (error: Error) => error,
  )
}

/** Returns the connection strings of the folder's database. */
export function urlsOf(place: Place): Urls {
  return {
    ownerUrl: urlOf(place, 'portico_owner', 'portico'),
    serverUrl: urlOf(place, 'portico_server', 'portico'),
    adminUrl: urlOf(place, 'postgres', 'postgres'),
  }
}

function urlOf(place: Place, role: string, database: string): string {
  return `postgres://${role}@localhost:5432/${database}?host=${encodeURIComponent(place.sockets)}`
}

/** Returns true for errors during a start or stop; 57P03 means that PostgreSQL accepts no connections now. */
function isTemporary(error: Error & { code?: string }): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(error.code ?? '')
}

/** Returns true if only the postmaster was killed: its children end a moment later. */
function isHeldByOrphans(failure: Error): boolean {
  return failure.message.includes('pre-existing shared memory block')
}

async function startError(place: Place, cause?: Error): Promise<Error> {
  const sentence =
    `The database in ${place.folder} cannot start: ` +
    '`npm run portico -- demo:reset` deletes it, and the next start creates a new one.'
  const details = [...new Set([cause?.message, await readLogEnd(place)])].filter(Boolean).join('\n')
  return new Error(`${sentence}\nPostgreSQL said:\n${details}`, { cause })
}
