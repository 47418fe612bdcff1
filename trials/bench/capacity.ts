import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '#server/command-options.ts'
import {
  capacityOf,
  documented,
  readMeasured,
  type Capacity,
  type Demand,
} from './capacity-sums.ts'

/** Returns the lines that `npm run portico -- capacity` prints: the needs of an installation of this size. */
export async function capacityCommand(args: readonly string[]): Promise<string[]> {
  const values = optionsOf(args)
  const demand = {
    users: number('users', values.users),
    daily: number('daily', values.daily),
    peak: number('peak', values.peak),
  }
  if (!Number.isInteger(demand.users) || demand.users < 1)
    throw new UsageError('--users needs a whole number of users, at least 1')
  if (demand.daily <= 0 || demand.daily > 1)
    throw new UsageError('--daily is a share of all users: above 0, and at most 1')
  if (demand.peak < 1)
    throw new UsageError('--peak compares the busiest minute with the average one: it is 1 or more')
  const { costs, source } = figuresOf(values.figures)
  return [source, '', tableOf(demand, capacityOf(demand, costs))]
}

function optionsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: words.map(joinNegative).filter((word) => word !== undefined),
      options: {
        users: { type: 'string' },
        daily: { type: 'string', default: '0.1' },
        peak: { type: 'string', default: '3' },
        figures: { type: 'string' },
      },
    }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The rest of the message of `parseArgs` explains arguments that begin with a dash.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0])
  }
}

function isNegative(word: string | undefined): boolean {
  return word !== undefined && /^-\d/.test(word)
}

/** Joins an option and a negative value (`--users -5`), so that the value is rejected as a number, not as an option. */
function joinNegative(word: string, at: number, words: readonly string[]): string | undefined {
  if (isNegative(word)) return words[at - 1]?.startsWith('--') ? undefined : word
  return word.startsWith('--') && isNegative(words[at + 1]) ? `${word}=${words[at + 1]}` : word
}

function number(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`--${name} is missing`)
  const value = /^-?\d[\d_]*(\.\d+)?$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN
  if (Number.isNaN(value)) throw new UsageError(`--${name} needs a number, and got ${text}`)
  if (value < 0) throw new UsageError(`--${name} cannot be negative`)
  return value
}

function figuresOf(file: string | undefined) {
  const path = file ?? 'test-results/bench-sizing.json'
  const text = textOf(path)
  const measured = text === undefined ? undefined : readMeasured(text)
  if (measured) {
    const day = measured.at.slice(0, 10)
    return {
      costs: measured.costs,
      source: `From the figures of this machine: ${path}, ${day}, ${measured.machine}.`,
    }
  }
  if (file !== undefined)
    throw new UsageError(`${file} does not hold figures of "npm run trials -- bench sizing"`)
  const why = text === undefined ? 'There are none' : `${path} does not hold any`
  return {
    costs: documented,
    source: `From the figures in docs/operations.md, "Sizing". ${why} for this machine. To measure them: npm run trials -- bench sizing`,
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function tableOf({ users, daily, peak }: Demand, capacity: Capacity): string {
  const { disk } = capacity
  const total = Object.values(disk).reduce((sum, each) => sum + each, 0)
  const rows = [
    [
      'users',
      whole(users),
      `${+(daily * 100).toFixed(2)} % of them on a day, busiest minute ${peak} × the average one of nine hours`,
    ],
    [
      'logins',
      `${whole(capacity.loginsADay)} a day`,
      `${rate(capacity.peakLogins)} a second in the busiest minute`,
    ],
    [
      'cores of PostgreSQL',
      rate(capacity.databaseCores),
      `plan ${capacity.plannedDatabaseCores}: half used`,
    ],
    [
      'cores of servers',
      rate(capacity.serverCores),
      `plan ${capacity.plannedServerCores}: ${capacity.servers} servers of 4 cores, at least two`,
    ],
    ['connections', whole(capacity.connections), connectionAdvice(capacity.connections)],
    [
      'WAL',
      `${size(capacity.walASecond)}/s`,
      `in the busiest minute; ${size(capacity.walADay)} a day`,
    ],
    [
      'disk',
      size(total),
      `users ${size(disk.users)}, sessions ${size(disk.sessions + disk.platformSessions)}, known browsers ${size(disk.browsers)}, mails and links ${size(disk.mails + disk.links)}, jobs ${size(disk.jobs)}, audit log of 13 months ${size(disk.audit)} (${size(capacity.auditADay)} a day)`,
    ],
    ['webhooks', size(capacity.deliveries), 'on disk for each webhook that receives every login'],
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(
    ([name = '', value = '', note = '']) =>
      `${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}   ${note}`,
  )
  return `${lines.join('\n')}\n\nWhat to do at which size, in order: docs/scale.md`
}

function connectionAdvice(connections: number): string {
  if (connections <= 80) return 'fit into the 100 that PostgreSQL allows by itself'
  if (connections <= 160) return `max_connections of ${Math.ceil((connections * 1.25) / 50) * 50}`
  return 'more than ten servers: PgBouncer in transaction mode'
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

function rate(value: number): string {
  return value >= 10 ? whole(value) : value.toFixed(value >= 1 ? 1 : 2)
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** step
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} ${units[step]}`
}
