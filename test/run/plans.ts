import pg from 'pg'
import { dropDatabase, makeDatabase } from '../support/database.ts'
import type { SentStatement } from '../support/sent-statements.ts'
import { enlargeTables } from './large-tables.ts'
import { largeScansOf, type Index, type PlanNode, type Schema } from './large-scans.ts'
import { exceptions, smallTables } from './plan-exceptions.ts'
import type { Count } from './programs.ts'

type Options = {
  /** True if every test has run, so that each exception must have been needed. */
  isWhole: boolean
  onPassed: (title: string) => void
  onFailed: (title: string, reason: string) => void
}

/** A statement that reads a large table, or that could not be explained. */
type Finding = SentStatement & { table: string; reads: string }

const title = '3S1: no statement of the product reads a large table from its start'

/**
 * Explains the statements with generic plans in a migrated database whose large tables have ten million rows for the
 * planner, and fails for those that read a large table as a whole. PostgreSQL avoids sequential scans there, so such a
 * plan means that no index fits.
 */
export async function checkPlans(
  statements: readonly SentStatement[],
  { isWhole, onPassed, onFailed }: Options,
): Promise<Count> {
  const findings = await explainAll(statements.filter(isExplainable))
  const excepted = new Set(
    exceptions.flatMap(({ sender, tables }) => tables.map((table) => `${sender} ${table}`)),
  )
  const faults = findings
    .filter((finding) => !excepted.has(keyOf(finding)))
    .map(
      ({ sender, table, reads, text }) =>
        `${sender} reads ${reads} (${table}):\n${text.replaceAll(/\s+/g, ' ').trim()}`,
    )
  const unneeded = excepted.difference(new Set(findings.map(keyOf)))
  const outdated = [...unneeded].map((key) => `${key}: delete the exception, it is not needed`)
  const reasons = isWhole ? [...faults, ...outdated] : faults
  for (const reason of reasons) onFailed(title, reason)
  if (reasons.length === 0) onPassed(title)
  return { passed: reasons.length === 0 ? 1 : 0, failed: reasons.length, skipped: 0 }
}

function keyOf({ sender, table }: Pick<Finding, 'sender' | 'table'>): string {
  return `${sender} ${table}`
}

async function explainAll(statements: readonly SentStatement[]): Promise<Finding[]> {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const { name } = await makeDatabase(adminUrl, `plans_${process.pid}`, () => undefined)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    const large = await listLargeTables(client)
    await enlargeTables(client, large)
    await client.query('set enable_seqscan = off')
    const schema = await readSchema(client, large)
    const findings: Finding[] = []
    for (const statement of statements) findings.push(...(await explain(client, schema, statement)))
    return findings
  } finally {
    await client.end()
    await dropDatabase(adminUrl, name)
  }
}

function isExplainable({ text }: SentStatement): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(text)
}

/** Replaces a limit that is a parameter, for which the planner would expect a tenth of all rows, by a page. */
function withLimit(text: string): string {
  return text.replaceAll(/\b(limit|fetch first) \$\d+/g, '$1 51')
}

async function explain(
  client: pg.Client,
  schema: Schema,
  statement: SentStatement,
): Promise<Finding[]> {
  // Without values, so that PostgreSQL gets a statement of its own rather than one with parameters.
  const explained = await client
    .query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, format json) ${withLimit(statement.text)}`,
    )
    .catch((error: Error) => error)
  if (explained instanceof Error)
    return [
      { ...statement, table: 'unknown', reads: `what cannot be explained: ${explained.message}` },
    ]
  const plans = explained.rows.flatMap((row) => row['QUERY PLAN'])
  return plans
    .flatMap(({ Plan }) => largeScansOf(Plan, schema))
    .map((scan) => ({ ...statement, ...scan }))
}

async function listLargeTables(client: pg.Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  return tables.rows.map(({ name }) => name).filter((name) => !smallTables.has(name))
}

async function readSchema(client: pg.Client, large: readonly string[]): Promise<Schema> {
  const indexes = await client.query<Index & { name: string }>(`
    select i.relname as name, t.relname as table, x.indpred is not null as "isPartial",
           pg_get_indexdef(x.indexrelid, 1, true) as first
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`)
  const partitions = await client.query<{ name: string; root: string }>(`
    select c.relname as name, r.relname as root
    from pg_class c join pg_class r on r.oid = pg_partition_root(c.oid)
    where c.relispartition and c.relkind = 'r'`)
  return {
    indexes: new Map(indexes.rows.map(({ name, ...index }) => [name, index])),
    partitioned: new Map(partitions.rows.map(({ name, root }) => [name, root])),
    isLarge: (table) => large.includes(table),
  }
}
