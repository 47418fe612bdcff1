import * as z from 'zod/mini'
import {
  fileOrUrl,
  integer,
  isHttp,
  oneOf,
  switchedOn,
  text,
  textWhere,
  wholeNumber,
  type Section,
} from './config-schema.ts'

/** Variables of sessions, limits, approvals, retention, logs and metrics. */

const compliance = 'A security officer, if a policy or standard asks for another value.'
const tracing = 'An operator who collects traces.'

export const limitSections = {
  /** The lifetimes of sessions (requirement LI-03). */
  Sessions: {
    SESSION_IDLE_MINUTES: integer(3, 1_440, '15', {
      description:
        'Minutes of inactivity that end a session. It may end up to a tenth of them earlier, and at most one minute.',
      setBy: compliance,
    }),
    SESSION_HOURS: integer(1, 168, '12', {
      description: 'Maximum hours of a session after the login.',
      setBy: compliance,
    }),
    ADMIN_SESSION_IDLE_MINUTES: integer(3, 1_440, '15', {
      description:
        'Minutes of inactivity that end an admin’s session. It may end up to a tenth of them earlier, and at most one minute.',
      setBy: compliance,
    }),
    ADMIN_SESSION_HOURS: integer(1, 168, '8', {
      description: 'Maximum hours of an admin’s session after the login.',
      setBy: compliance,
    }),
  },
  /** Rate limits and lockouts (requirements LI-01, LI-02). server/config-rate-limits.ts has those that are constants. */
  'Rate limits': {
    LIMIT_ADDRESS_FAILURES: count('10', {
      description:
        'Failures of one network address in ten minutes before it is blocked for ten minutes. Password links requested from an address and used codes of an account have the same limit, unknown link tokens ten times as much. An IPv6 network (/48) has five times the limit of an address (IPv6: one /64).',
      setBy:
        'An operator whose users share few addresses, or an integrator whose tests have one address.',
    }),
    LIMIT_BROWSER_FAILURES: count('10', {
      description: 'Failures of a known browser in 30 minutes before it is blocked for 30 minutes.',
      setBy: compliance,
    }),
    LIMIT_ACCOUNT_FAILURES: count('5', {
      description:
        'Consecutive failures from unknown browsers before an account is locked for 30 minutes. Known browsers are not affected.',
      setBy: compliance,
    }),
    LIMIT_SIGN_ONS: count('600', {
      description:
        'Single sign-on requests, started human checks and started passkey logins of one network address in ten minutes. Each login page starts a passkey login.',
      setBy:
        'An operator whose users share few addresses, or an integrator whose tests have one address.',
    }),
  },
  'Second person': {
    TWO_PERSON: {
      schema: oneOf('auto', 'on', 'off'),
      default: 'auto',
      example: 'on',
      description:
        'Two-person approval of dangerous actions: `on`, `off`, or `auto`, which requires it for each kind of action once two independent people have held the permission for a day.',
      setBy: 'A security officer, before the second admin.',
    },
    MASS_SESSIONS: count('25', {
      description:
        'Open sessions, or users with a login in the last 30 days, above which deactivating a company requires two-person approval.',
      setBy: 'A security officer who knows the size of the companies.',
    }),
  },
  Stop: {
    STOP_DELAY_SECONDS: {
      ...integer(0, 5, '0', {
        description:
          'Seconds between reporting "not ready" and closing the server, for load balancers.',
        setBy: 'An operator with a load balancer in front.',
      }),
      example: '3',
    },
  },
  Retention: {
    RETENTION_AUDIT_MONTHS: integer(1, 120, '13', {
      description: 'Months to keep the audit log.',
      setBy: 'A data protection officer, from the law and the standards that apply.',
    }),
    DORMANT_ACCOUNTS: switchedOn({
      description:
        'Deactivation of unused accounts. `off`: they are neither warned nor deactivated.',
      setBy: 'A security officer whose users may stay away for a long time.',
    }),
    DORMANT_DEACTIVATE_DAYS: integer(2, 3_650, '90', {
      description:
        'Days without a login before deactivation. The user is warned by mail 14 days earlier, but not before the second day. A late warning delays the deactivation by the same time.',
      setBy: compliance,
    }),
  },
  'Audit log': {
    AUDIT_HEADS: {
      schema: fileOrUrl,
      default: '',
      example: 'https://notary.example.com/heads',
      description:
        'File or https URL to which the heads of the audit log are published. Each portal needs its own.',
      setBy: 'Every installation whose audit log must be provably complete.',
    },
    AUDIT_ARCHIVE: text('', {
      example: '/var/lib/portico/audit-archive',
      description: 'Folder to which months older than `RETENTION_AUDIT_MONTHS` are moved.',
      setBy: 'An operator without a timer for `audit:retire`.',
    }),
  },
  'Logs, metrics and traces': {
    LOG_LEVEL: {
      schema: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
      default: 'info',
      description: 'Minimum severity that is logged: `silent`, `fatal` … `trace`.',
      setBy: 'An operator who looks for a fault.',
    },
    LOG_FILE: text('', {
      example: '/var/log/portico.jsonl',
      description: 'File from which `npm run portico -- support` reads the log.',
      setBy: 'An operator who writes the log to a file.',
    }),
    METRICS_PORT: {
      schema: z.optional(wholeNumber(0, 65_535)),
      example: '9464',
      description: 'Port of `/metrics` for Prometheus. Not set: no metrics.',
      setBy: 'An operator who collects metrics.',
    },
    METRICS_HOST: text('127.0.0.1', {
      example: '0.0.0.0',
      description: 'Address on which the metrics port listens.',
      setBy: 'An operator whose Prometheus is on another machine.',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      schema: z.optional(textWhere(isHttp, 'is not an http or https URL')),
      example: 'http://127.0.0.1:4318',
      description:
        'URL to which traces are sent (OTLP over HTTP). Not set: no tracing. `OTEL_SERVICE_NAME` (otherwise `portico`), `OTEL_RESOURCE_ATTRIBUTES` and variables of the exporter, such as `OTEL_EXPORTER_OTLP_HEADERS`, apply as well.',
      setBy: tracing,
    },
    OTEL_TRACES_SAMPLER_ARG: {
      schema: z.coerce
        .number('is not a number')
        .check(z.minimum(0, 'is below 0'), z.maximum(1, 'is above 1')),
      default: '1',
      example: '0.1',
      description: 'Share of requests that are traced, 0 to 1.',
      setBy: tracing,
    },
  },
} as const satisfies Record<string, Section>

function count(value: string, sentences: { description: string; setBy: string }) {
  return integer(1, 1_000_000, value, sentences)
}
