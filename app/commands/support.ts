import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { profileFieldNames } from '#contract/profile-fields.ts'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { UsageError } from '#server/command-options.ts'

const maxLines = 1_000
/** Names of fields with personal data or possible secrets: operators pass the output on. */
const hiddenNames = new RegExp(
  [
    'password|token|secret|cookie|authorization|otp|email|address|recovery',
    ...profileFieldNames,
  ].join('|'),
  'i',
)
const hidden = '[redacted]'

/** Collects everything about one request, with its jobs and mails, without personal data. */
export async function supportCommand(args: readonly string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { log: { type: 'string' } },
    allowPositionals: true,
  })
  const [requestId = '', ...more] = positionals
  if (!/^[\w-]{8,64}$/.test(requestId) || more.length > 0) {
    throw new UsageError('Specify one request ID, as in x-request-id and on the screen.')
  }
  const log = values.log ?? config.logFile
  const audit = await listAuditRows(requestId)
  const jobs = await listJobs(requestId)
  const mails = await listMails(jobs)
  const lines = log === '' ? [] : await readLog(log, requestId)
  if (audit.length + jobs.length + lines.length === 0) {
    const place = ` in the database or in ${log === '-' ? 'standard input' : log}.`
    const hint = ' in the database. No log was read: specify one with --log or LOG_FILE.'
    throw new Error(`Nothing found for request ${requestId}${log === '' ? hint : place}`)
  }
  return [
    ...part('Log', lines, log === '' ? 'not read; specify one with --log or LOG_FILE' : 'no line'),
    ...part('Audit log', audit, 'no row'),
    ...part('Jobs', jobs, 'none, or completed and deleted'),
    ...part('Mails', mails, 'none'),
  ]
}

function listAuditRows(requestId: string): Promise<object[]> {
  return rows<object>(db)`
    select timestamp, action, actor_kind, actor_id, target_id, sub_system, data from audit_log
    where request_id = ${requestId} order by timestamp, id limit ${maxLines}`
}

type Job = { id: string; queue: string; data: Record<string, string> }

function listJobs(requestId: string): Promise<Job[]> {
  return rows<Job>(db)`
    select id, name as queue, state, retry_count, created_on, started_on, completed_on, data,
           output->>'message' as message
    from pgboss.job where data->>'requestId' = ${requestId}
    order by created_on limit ${maxLines}`
}

async function listMails(jobs: readonly Job[]): Promise<object[]> {
  const ids = jobs.flatMap(({ data }) => data['mailId'] ?? [])
  if (ids.length === 0) return []
  return rows<object>(db)`
    select id, kind, language, state, tries, last_error, created_at, sent_at from mails
    where id = any(${ids}::uuid[]) order by created_at`
}

async function readLog(log: string, requestId: string): Promise<object[]> {
  const input = log === '-' ? process.stdin : createReadStream(log)
  const entries: object[] = []
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (!line.includes(requestId) || entries.length === maxLines) continue
      const entry = parseLine(line)
      if (entry?.['requestId'] === requestId) entries.push(entry)
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `There is no log ${log}.` : `${log}: ${message}`, { cause })
  }
  return entries
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    // journald writes a prefix before each line.
    return JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Returns the lines of a part of the report; `none` says why it is empty. */
function part(title: string, items: readonly object[], none: string): string[] {
  if (items.length === 0) return [`${title}: ${none}`]
  return [`${title}:`, ...items.map((each) => `  ${JSON.stringify(each, withoutSecrets)}`)]
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (hiddenNames.test(key) && value !== null) return hidden
  if (typeof value !== 'string') return value
  return value.replaceAll(/(?<![^\s<>"@])[^\s<>"@]+@[^\s<>"@]+/g, hidden)
}
