import * as z from 'zod/mini'
import { whole } from './limits.ts'

const switched = z.enum(['on', 'off'])

/** How much is taken on at once, how long is waited, what is kept, and what is told about all of it. */
export const runningVariables = {
  /** Calls in progress; one more is told to come back. */
  MOST_REQUESTS: [whole(1, 1_000_000), '1000', '1000'],
  MOST_CONNECTIONS: [whole(1, 1_000_000), '10000', '10000'],
  HEADERS_TIMEOUT_SECONDS: [whole(1, 300), '10', '10'],
  REQUEST_TIMEOUT_SECONDS: [whole(1, 300), '30', '30'],
  /** Calls that wait for a connection to the database. */
  DATABASE_QUEUE: [whole(1, 100_000), '256', '256'],
  PASSWORD_HASH_AT_ONCE: [z.optional(whole(1, 128)), undefined, '4'],
  PASSWORD_HASH_QUEUE: [whole(1, 100_000), '128', '128'],
  /** Between "not ready" and the last connection: so long a load balancer may go on sending. */
  STOP_DELAY_SECONDS: [whole(0, 5), '0', '3'],
  METRICS_PORT: [z.optional(whole(0, 65_535)), undefined, '9464'],
  METRICS_HOST: [z.string(), '127.0.0.1', '0.0.0.0'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.optional(
      z.string().check(
        z.refine((value) => /^https?:\/\/./.test(value) && URL.canParse(value), {
          error: 'is not an http or https address',
        }),
      ),
    ),
    undefined,
    'http://127.0.0.1:4318',
  ],
  OTEL_SERVICE_NAME: [z.string(), 'portico', 'portico'],
  OTEL_TRACES_SAMPLER_ARG: [
    z.coerce
      .number('is not a number')
      .check(z.minimum(0, 'is below 0'), z.maximum(1, 'is above 1')),
    '1',
    '0.1',
  ],
  LOG_FILE: [z.string(), '', '/var/log/portico.jsonl'],
  KEEP_EXPIRED_HOURS: [whole(0, 8_760), '0', '24'],
  KEEP_LINKS_DAYS: [whole(1, 3_650), '90', '90'],
  KEEP_MAILS_DAYS: [whole(1, 3_650), '90', '90'],
  KEEP_UNKNOWN_MAILS_DAYS: [whole(1, 3_650), '7', '7'],
  KEEP_PLATFORM_SESSIONS_DAYS: [whole(1, 3_650), '30', '30'],
  KEEP_IDEMPOTENCY_HOURS: [whole(1, 720), '24', '24'],
  KEEP_JOBS_DAYS: [whole(1, 365), '7', '7'],
  KEEP_AUDIT_MONTHS: [whole(1, 120), '13', '13'],
  DORMANT_ACCOUNTS: [switched, 'on', 'off'],
  DORMANT_WARN_DAYS: [whole(1, 3_650), '76', '76'],
  DORMANT_DEACTIVATE_DAYS: [whole(2, 3_650), '90', '90'],
} as const

type Values = {
  [N in keyof typeof runningVariables]: z.output<(typeof runningVariables)[N][0]>
}

export function runningOf(values: Values) {
  return {
    mostRequests: values.MOST_REQUESTS,
    mostConnections: values.MOST_CONNECTIONS,
    headersTimeoutMs: values.HEADERS_TIMEOUT_SECONDS * 1000,
    requestTimeoutMs: values.REQUEST_TIMEOUT_SECONDS * 1000,
    databaseQueue: values.DATABASE_QUEUE,
    stopDelayMs: values.STOP_DELAY_SECONDS * 1000,
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST },
    traces: {
      url: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      service: values.OTEL_SERVICE_NAME,
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
    logFile: values.LOG_FILE,
    kept: {
      expired: `${values.KEEP_EXPIRED_HOURS} hours`,
      links: `${values.KEEP_LINKS_DAYS} days`,
      mails: `${values.KEEP_MAILS_DAYS} days`,
      unknownMails: `${values.KEEP_UNKNOWN_MAILS_DAYS} days`,
      platformSessions: `${values.KEEP_PLATFORM_SESSIONS_DAYS} days`,
      idempotencyKeys: `${values.KEEP_IDEMPOTENCY_HOURS} hours`,
      jobsDays: values.KEEP_JOBS_DAYS,
      auditMonths: `${values.KEEP_AUDIT_MONTHS} months`,
    },
    dormant: {
      isOn: values.DORMANT_ACCOUNTS === 'on',
      warnDays: values.DORMANT_WARN_DAYS,
      deactivateDays: values.DORMANT_DEACTIVATE_DAYS,
    },
  }
}

/** Of two that only make sense together. */
export function runningFaults(values: Values): string[] {
  const faults: string[] = []
  if (values.DORMANT_WARN_DAYS >= values.DORMANT_DEACTIVATE_DAYS) {
    faults.push(
      'DORMANT_WARN_DAYS is not before DORMANT_DEACTIVATE_DAYS. Example: DORMANT_WARN_DAYS=76',
    )
  }
  if (values.HEADERS_TIMEOUT_SECONDS > values.REQUEST_TIMEOUT_SECONDS) {
    faults.push(
      'HEADERS_TIMEOUT_SECONDS is longer than REQUEST_TIMEOUT_SECONDS. Example: HEADERS_TIMEOUT_SECONDS=10',
    )
  }
  return faults
}
