import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Db } from '#server/db.ts'
import { readSpeeds, type Figure } from './audit-pages.ts'
import { fillAuditLog } from './audit-rows.ts'
import { inDatabase, median } from './database.ts'
import type { Database } from '../demo/database.ts'

const wanted = 10_000_000

/** The audit log with ten million rows: pages, filters, and how fast rows are added. */
export async function benchAudit([count]: readonly string[]): Promise<boolean> {
  const total = Number(count ?? wanted)
  return inDatabase({ name: 'audit' }, async (database) => {
    const emptyUrl = await emptyTwin(database)
    await fill(database, total)
    const { full, empty } = await insertSpeeds(database, emptyUrl)
    const figures = await readSpeeds()
    const kept = full / empty
    console.log(
      `\nadding rows, 8 at a time: ${rounded(empty)}/s to an empty table, ${rounded(full)}/s to ${total} rows: ${(kept * 100).toFixed(0)} % (limit 80 %)`,
    )
    return report(figures) && kept >= 0.8
  })
}

async function fill({ ownerUrl }: Database, total: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await fillAuditLog(owner, total)
  await owner.end()
}

/**
 * Rows a second, in transactions of one row each, as deeds add them: to the full log and to an empty one in
 * turns, so that whatever else the machine does falls on both alike.
 */
async function insertSpeeds(database: Database, emptyUrl: string) {
  const { createPool } = await import('#server/db.ts')
  const places = [createPool(database.serverUrl, 8), createPool(emptyUrl, 8)]
  const speeds: [number[], number[]] = [[], []]
  for (let round = 0; round <= 15; round += 1) {
    for (const [at, place] of places.entries()) {
      const speed = await insertFor(place, 1_000, round)
      // The first round only warms up.
      if (round > 0) speeds[at as 0 | 1].push(speed)
    }
  }
  for (const place of places) await (place as unknown as { end: () => Promise<void> }).end()
  return { full: median(speeds[0]), empty: median(speeds[1]) }
}

async function insertFor(place: Db, ms: number, round: number): Promise<number> {
  const { recordAudit: record } = await import('#domain/audit.ts')
  const start = performance.now()
  let count = 0
  async function write(part: number): Promise<void> {
    while (performance.now() - start < ms) {
      const n = (count += 1)
      const userId = `00000000-0000-4000-8000-${String(n % 20_000).padStart(12, '0')}`
      const requestId = `${round}-${part}-${n}`
      const actor = { userId, ipAddress: `10.9.${part}.${n % 250}`, requestId }
      await record(place, actor, 'login_succeeded', { data: { method: 'otp', sessionId: n } })
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, part) => write(part)))
  return (count / (performance.now() - start)) * 1000
}

/** A second database beside the first, as a migration leaves it. */
async function emptyTwin(database: Database): Promise<string> {
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query('create database empty_twin owner portico_owner')
  await admin.end()
  const inside = new pg.Client({ connectionString: twin(database.adminUrl) })
  await inside.connect()
  await inside.query('create extension if not exists pg_trgm')
  await inside.end()
  const { migrate } = await import('../app/migrate.ts')
  await migrate({ ownerUrl: twin(database.ownerUrl), serverUrl: twin(database.serverUrl) })
  return twin(database.serverUrl)
}

function twin(url: string): string {
  return Object.assign(new URL(url), { pathname: '/empty_twin' }).href
}

function report(figures: readonly Figure[]): boolean {
  const first = figures[0]?.ms ?? 0
  console.log('\npage of 50, median of 200   ms      of the first page (limit: twice)')
  for (const { name, ms } of figures) {
    console.log(`${name.padEnd(32)} ${ms.toFixed(2).padStart(6)}   ${(ms / first).toFixed(2)}`)
  }
  return figures.every(({ ms }) => ms <= first * 2)
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}
