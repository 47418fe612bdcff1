import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { config } from '#server/config.ts'
import { db, rows, sql } from '#server/db.ts'

const usage = 'npm run support -- <request-id> [--log <file, or - for what is piped in>]'
/** So many lines of one request are enough to see what it was. */
const mostLines = 1_000
/** What a person is known by, or what could be a secret, is in no line that leaves the house. */
const isHidden =
  /password|token|secret|cookie|authorization|otp|email|address|recovery|firstname|lastname|phone|jobTitle|referral/i
const hidden = '[left out]'

/** `npm run support`: all that is known of one request, its jobs and mails included, in lines to be passed on. */
export async function supportCommand(words: readonly string[]): Promise<string[]> {
  const { requestId, log } = read(words)
  const audit = await auditRows(requestId)
  const jobs = await jobsOf(requestId)
  const mails = await mailsOf(jobs)
  const lines = log === '' ? [] : await logLines(log, requestId)
  if (audit.length + jobs.length + lines.length === 0) {
    throw new Error(
      `Nothing is known of the request ${requestId}${log === '' ? '. No log was looked at: name it with --log or LOG_FILE.' : ` here or in ${log === '-' ? 'what was piped in' : log}.`}`,
    )
  }
  return [
    ...part('Log', lines, log === '' ? 'not looked at: name it with --log or LOG_FILE' : 'no line'),
    ...part('Audit log', audit, 'no row'),
    ...part('Jobs', jobs, 'none, or done and forgotten'),
    ...part('Mails', mails, 'none'),
  ]
}

function read(words: readonly string[]): { requestId: string; log: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { log: { type: 'string' } },
      allowPositionals: true,
    })
    const [requestId = '', ...more] = positionals
    if (!/^[\w-]{8,64}$/.test(requestId) || more.length > 0) {
      throw new Error('A request id is wanted, as it stands in x-request-id and on the screen.')
    }
    return { requestId, log: values.log ?? config.logFile }
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}

function auditRows(requestId: string): Promise<object[]> {
  return rows<object>(
    db,
    sql`
    select timestamp, action, actor_kind, actor_id, target_id, sub_system, data from audit_log
    where request_id = ${requestId} order by timestamp, id limit ${mostLines}`,
  )
}

type Job = { id: string; queue: string; data: Record<string, string> }

function jobsOf(requestId: string): Promise<Job[]> {
  return rows<Job>(
    db,
    sql`
    select id, name as queue, state, retry_count, created_on, started_on, completed_on, data,
           output->>'message' as said
    from pgboss.job where data->>'requestId' = ${requestId}
    order by created_on limit ${mostLines}`,
  )
}

async function mailsOf(jobs: readonly Job[]): Promise<object[]> {
  const ids = jobs.flatMap(({ data }) => data['mailId'] ?? [])
  if (ids.length === 0) return []
  return rows<object>(
    db,
    sql`
    select id, kind, language, state, tries, last_error, created_at, sent_at from mails
    where id = any(${ids}::uuid[]) order by created_at`,
  )
}

async function logLines(log: string, requestId: string): Promise<object[]> {
  const input = log === '-' ? process.stdin : createReadStream(log)
  const found: object[] = []
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (!line.includes(requestId) || found.length === mostLines) continue
      const entry = parsed(line)
      if (entry?.['requestId'] === requestId) found.push(entry)
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `There is no log ${log}.` : `${log}: ${message}`, { cause })
  }
  return found
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    // A journal writes its own words in front of each line.
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
  return value.replaceAll(/[^\s<>"@]+@[^\s<>"@]+/g, hidden)
}
