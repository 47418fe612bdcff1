import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { UsageError } from '#server/command-options.ts'

const maxLines = 1_000
/** Personal data and possible secrets: the output is passed on. */
const isHidden =
  /password|token|secret|cookie|authorization|otp|email|address|recovery|firstname|lastname|phone|jobTitle|referral/i
const hidden = '[left out]'

/** Collects everything about one request, with its jobs and mails, without personal data. */
export async function supportCommand(args: readonly string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { log: { type: 'string' } },
    allowPositionals: true,
  })
  const [requestId = '', ...more] = positionals
  if (!/^[\w-]{8,64}$/.test(requestId) || more.length > 0) {
    throw new UsageError('Name one request id, as in x-request-id and on the screen.')
  }
  const log = values.log ?? config.logFile
  const audit = await listAuditRows(requestId)
  const jobs = await listJobs(requestId)
  const mails = await listMails(jobs)
  const lines = log === '' ? [] : await readLog(log, requestId)
  if (audit.length + jobs.length + lines.length === 0) {
    const place = ` in the database or in ${log === '-' ? 'standard input' : log}.`
    const hint = '. No log was read: name it with --log or LOG_FILE.'
    throw new Error(`Nothing is known of the request ${requestId}${log === '' ? hint : place}`)
  }
  return [
    ...part('Log', lines, log === '' ? 'not read: name it with --log or LOG_FILE' : 'no line'),
    ...part('Audit log', audit, 'no row'),
    ...part('Jobs', jobs, 'none, or done and deleted'),
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
  const found: object[] = []
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (!line.includes(requestId) || found.length === maxLines) continue
      const entry = parseLine(line)
      if (entry?.['requestId'] === requestId) found.push(entry)
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `There is no log ${log}.` : `${log}: ${message}`, { cause })
  }
  return found
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    // journald writes a prefix before each line.
    return JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function part(title: string, found: readonly object[], none: string): string[] {
  if (found.length === 0) return [`${title}: ${none}`]
  return [`${title}:`, ...found.map((each) => `  ${JSON.stringify(each, withoutSecrets)}`)]
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (isHidden.test(key) && value !== null && key !== 'errorCode') return hidden
  if (typeof value !== 'string') return value
  return value.replaceAll(/(?<![^\s<>"@])[^\s<>"@]+@[^\s<>"@]+/g, hidden)
}
