import { execFile } from 'node:child_process'
import { appendFile, chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { forgetDatabase, startDatabase, urlsOf, type Database } from '../../demo/database.ts'
import { openPlace, placeOf } from '../../demo/place.ts'
import { start, stop } from '../../demo/postgres.ts'
import { until } from './until.ts'

/** A PostgreSQL server and its hot standby, each in its own folder. */
export type Pair = { primary: Database; follower: FollowerOf; stop: () => Promise<void> }

export type FollowerOf = {
  /** Returns the URL of the same database and role on the follower. */
  urlOf: (url: string) => string
  /** Runs a statement as the follower's superuser. */
  ask: (text: string) => Promise<unknown[]>
  /** Waits until the follower has everything that the primary has now, including data not yet flushed to disk. */
  caughtUp: (primaryUrl: string) => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts primary and follower. `prepare` runs before the follower is copied. */
export async function startPair(
  folder: string,
  prepare: (primary: Database) => Promise<void> = async () => undefined,
): Promise<Pair> {
  const [home, other] = [`${folder}/primary`, `${folder}/follower`]
  const before = await startDatabase({ folder: home, durable: false })
  await prepare(before)
  await before.stop()
  await copyAsFollower(home, other)
  const primary = await startDatabase({ folder: home, durable: false })
  const follower = followerOf(other)
  await follower.start()
  const stopBoth = async () => {
    await follower.stop()
    await primary.stop()
    for (const each of [other, home]) await forgetDatabase(each)
  }
  return { primary, follower, stop: stopBoth }
}

/** Returns functions for the follower in the folder. */
export function followerOf(folder: string): FollowerOf {
  const place = placeOf(folder)
  const { adminUrl } = urlsOf(place)
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows as unknown[]
  }
  return {
    urlOf: (url) => {
      const target = new URL(url)
      target.searchParams.set('host', place.sockets)
      return target.href
    },
    ask,
    caughtUp: async (primaryUrl) => {
      const client = new pg.Client({ connectionString: primaryUrl })
      await client.connect()
      const { rows } = await client
        .query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
        .finally(() => client.end())
      const done = `select where pg_last_wal_replay_lsn() >= '${rows[0]?.at}'`
      await until(async () => (await ask(done)).length === 1)
    },
    start: async () => {
      const failure = await start(place, { durable: false })
      if (failure) throw failure
    },
    stop: () => stop(place, 'fast'),
  }
}

/** Copies a stopped primary to a follower's folder. */
async function copyAsFollower(primary: string, follower: string): Promise<void> {
  const [from, to] = [placeOf(primary), placeOf(follower)]
  await openPlace(to)
  // Preserves owner and mode, because PostgreSQL checks them.
  await promisify(execFile)('cp', ['-Rp', from.data, to.data])
  const signal = join(to.data, 'standby.signal')
  await writeFile(signal, '')
  if (to.owner) await chown(signal, to.owner.uid, to.owner.gid)
  const source = `host=${from.sockets} user=postgres application_name=follower`
  await appendFile(join(to.data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
}
