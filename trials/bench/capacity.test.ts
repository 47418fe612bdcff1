import { equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { capacityOf, documented } from './capacity-sums.ts'

const folder = mkdtempSync(join(tmpdir(), 'capacity-'))
after(() => rmSync(folder, { recursive: true }))

test('capacity: computes cores, connections and disk for a hundred million users from the documented figures', () => {
  const capacity = capacityOf({ users: 100_000_000, daily: 0.1, peak: 3 }, documented)
  equal(capacity.loginsADay, 10_000_000)
  // Ten million logins in nine hours are 309 per second.
  equal(Math.round(capacity.peakLogins), 926)
  equal(Math.round(capacity.databaseCores), 11)
  equal(Math.round(capacity.serverCores), 65)
  equal(capacity.servers, 33)
  equal(capacity.connections, 33 * 16)
  equal(Math.round(capacity.walASecond / 100_000), 472)
  equal(capacity.walADay, 510_000_000_000)
  // Two rows: the login, and the platform that it opens.
  equal(capacity.auditADay, 10_000_000 * 2 * (782 + 189))
  equal(capacity.disk.sessions, 5_000_000 * 329)
  // In a day as many jobs as a third of the logins.
  equal(Math.round(capacity.disk.jobs / 10_000_000), 90)
  equal(capacity.deliveries, 10_000_000 * 30 * 540)
})

test('capacity: the result is computed from this machine’s measurements', () => {
  const file = figures({ server: 140, database: 24, wal: 20_000, connections: 20, rows: 2 })
  const { stdout, status } = run('--users', '100_000_000', '--figures', file)
  equal(status, 0)
  match(
    stdout,
    /^From the figures of this machine: .*figures\.json, 2026-11-26, 2 × Test, 24 GiB\.$/m,
  )
  match(stdout, /^cores of PostgreSQL +22 +plan 45: half used$/m)
  match(stdout, /^cores of servers +130 +plan 260: 65 servers of 4 cores, at least two$/m)
  match(stdout, /^connections +1,300 +more than ten servers: PgBouncer in transaction mode$/m)
  match(stdout, /^WAL +19 MB\/s +in the busiest minute; 200 GB a day$/m)
  match(stdout, /audit log of 13 months 1\.2 TB \(3\.0 GB a day\)$/m)
})

test('capacity: uses the documented figures, and reports that, if this machine has none', () => {
  const { stdout, status } = run('--users', '10000')
  equal(status, 0)
  match(
    stdout,
    /^From the figures in docs\/operations\.md, "Sizing"\. There are none for this machine/,
  )
  match(stdout, /^connections +32 +fit into the 100 that PostgreSQL allows by itself$/m)
})

for (const [words, sentence] of [
  [[], '--users is missing'],
  [['--users', '-5'], '--users cannot be negative'],
  [['--users', '0'], '--users needs a whole number of users, at least 1'],
  [['--users', '1.5'], '--users needs a whole number of users, at least 1'],
  [['--users', 'many'], '--users needs a number, and got many'],
  [['--users', '10', '--daily', '1.1'], '--daily is a share of all users: above 0, and at most 1'],
  [['--users', '10', '--daily', '0'], '--daily is a share of all users: above 0, and at most 1'],
  [['--users', '10', '--daily', '-0.1'], '--daily cannot be negative'],
  [
    ['--users', '10', '--peak', '0.5'],
    '--peak compares the busiest minute with the average one: it is 1 or more',
  ],
  [['--user', '10'], "Unknown option '--user'"],
  [['10'], "Unexpected argument '10'"],
  [
    ['--users', '10', '--figures', 'nowhere.json'],
    'nowhere.json does not hold figures of "npm run trials -- bench sizing"',
  ],
] as const) {
  test(`capacity rejects ${words.join(' ') || 'a call without arguments'}`, () => {
    const { stderr, stdout, status } = run(...words)
    equal(status, 2)
    equal(stderr.split('\n')[0], sentence)
    equal(stdout, '')
  })
}

type Figures = Record<'server' | 'database' | 'wal' | 'connections' | 'rows', number>

/** Writes a result file of `npm run trials -- bench sizing`; returns its path. */
function figures({ server, database, wal, connections, rows }: Figures): string {
  const file = join(folder, 'figures.json')
  const content = {
    at: '2026-11-26T14:00:00.000Z',
    machine: '2 × Test, 24 GiB',
    'each login': {
      'ms of processor time, server': server,
      'ms of processor time, PostgreSQL': database,
      'bytes of the database’s own log (WAL)': wal,
      'rows of the audit log': rows,
      sessions: 1,
    },
    'connections of one server at most': connections,
    bytes: { sessions: 300, known_browsers: 300, mails: 300, audit_log: 80, audit_sealed: 20 },
  }
  writeFileSync(file, JSON.stringify(content))
  return file
}

/** Runs the command in a folder without figures. */
function run(...words: string[]) {
  const program = join(import.meta.dirname, '../../demo/command.ts')
  return spawnSync(process.execPath, [program, 'capacity', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
}
