import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export type Step = {
  name: string
  hash: string
  statements: readonly string[]
  /** Such as an index that is built while rows are written: it cannot be undone, so it can be done twice. */
  isAlone: boolean
}

const aloneMark = '-- Outside of a transaction'

/** Whoever waits for a table makes everybody wait who comes after: never for long, but several times. */
const lockTimeout = '2s'
const mostTries = 30
const pauseMs = 500

export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** What is still to be done, in order. Throws when a file was changed after it had been applied. */
export async function pendingSteps(client: pg.Client, folder: string): Promise<Step[]> {
  const hashes = await appliedHashes(client)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const steps: Step[] = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (hashes.get(name) === hash) continue
    if (hashes.has(name))
      throw new Error(`the migration ${name} was changed after it had been applied`)
    const isAlone = text.startsWith(aloneMark)
    steps.push({ name, hash, isAlone, statements: isAlone ? statementsOf(text) : [text] })
  }
  return steps
}

/** Each step as a whole or not at all. A table that is in use is waited for again and again, each time briefly. */
export async function applyStep(client: pg.Client, step: Step): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (step.isAlone ? applyAlone(client, step) : applyTogether(client, step))
    } catch (cause) {
      const { message, code } = cause as Error & { code?: string }
      if (code !== '55P03' || tries === mostTries) {
        throw new Error(`the migration ${step.name} failed: ${message}`, { cause })
      }
      await wait(pauseMs)
    }
  }
}

export async function makeList(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
}

async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ list: string | null }>(
    "select to_regclass('public.migrations')::text as list",
  )
  if (!found[0]?.list) return new Map()
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations',
  )
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function applyTogether(client: pg.Client, step: Step): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query('set local statement_timeout = 0')
    for (const statement of step.statements) await client.query(statement)
    await note(client, step)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyAlone(client: pg.Client, step: Step): Promise<void> {
  for (const statement of step.statements) await client.query(statement)
  await note(client, step)
}

async function note(client: pg.Client, { name, hash }: Step): Promise<void> {
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** One by one: several that are sent together would be a transaction. */
function statementsOf(text: string): string[] {
  return text
    .split(/;\s*$/m)
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}
