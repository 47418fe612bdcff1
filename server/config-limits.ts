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

/** Variables of limits, timeouts, retention, logs and metrics. */

const count = (value: string, description: string) => integer(1, 1_000_000, value, description)
const minutes = (value: string, description: string) => integer(1, 10_080, value, description)
const days = (value: string, description: string) => integer(1, 3_650, value, description)

export const limitSections = {
  /** The lifetimes of sessions (requirement LI-03). */
  Sessions: {
    SESSION_IDLE_MINUTES: integer(3, 1_440, '15', 'Minutes of inactivity that end a session.'),
    SESSION_HOURS: integer(1, 168, '12', 'Maximum hours of a session after the login.'),
    ADMIN_SESSION_IDLE_MINUTES: integer(
      3,
      1_440,
      '15',
      'Minutes of inactivity that end an admin’s session.',
    ),
    ADMIN_SESSION_HOURS: integer(
      1,
      168,
      '8',
      'Maximum hours of an admin’s session after the login.',
    ),
  },
  /** Rate limits and lockouts (requirements LI-01, LI-02). */
  'Rate limits': {
    LIMIT_ADDRESS_FAILURES: count('10', 'Failures of one network address before it is blocked.'),
    LIMIT_ADDRESS_MINUTES: minutes('10', 'Minutes in which they count, and of the block.'),
    LIMIT_NETWORK_FACTOR: integer(
      1,
      1_000,
      '5',
      'Factor by which the limits of an IPv6 network (/48) exceed those of one network address (IPv6: one /64).',
    ),
    LIMIT_BROWSER_FAILURES: count('10', 'Failures of a known browser before it is blocked.'),
    LIMIT_BROWSER_MINUTES: minutes(
      '30',
      'Minutes in which they count, and of the block. PCI DSS 8.3.4 requires 30, also for known browsers.',
    ),
    LIMIT_ACCOUNT_FAILURES: count(
      '5',
      'Consecutive failures from unknown browsers before an account is locked.',
    ),
    LIMIT_ACCOUNT_MINUTES: minutes(
      '30',
      'Minutes of the lockout. Known browsers are not affected.',
    ),
    LIMIT_USED_CODES: count(
      '10',
      'Used codes of one account and browser in ten minutes that do not count as failures.',
    ),
    LIMIT_FORGOT_PER_MAIL: count('3', 'Password links to one email address.'),
    LIMIT_FORGOT_PER_ADDRESS: count('10', 'Password links requested from one network address.'),
    LIMIT_FORGOT_MINUTES: minutes('10', 'Minutes in which password links count.'),
    LIMIT_TWO_FACTOR_LINKS: count(
      '3',
      'Links for a new authenticator of one user; also the limit for new recovery codes.',
    ),
    LIMIT_TWO_FACTOR_MINUTES: minutes('10', 'Minutes in which they count.'),
    BULK_MAILS_PER_MINUTE: count(
      '600',
      'Mails per minute of all bulk actions of admins together. They never delay other mails.',
    ),
    LIMIT_UNKNOWN_LINKS: count('100', 'Unknown link tokens from one network address.'),
    LIMIT_UNKNOWN_MINUTES: minutes('10', 'Minutes in which they count.'),
    LIMIT_LINK_TRIES: count('20', 'Uses of one link in ten minutes, successful or not.'),
    LIMIT_CHALLENGES: count('600', 'Human checks started from one network address in ten minutes.'),
    LIMIT_PASSKEY_CHALLENGES: count(
      '600',
      'Passkey logins started from one network address in ten minutes. Each login page starts one.',
    ),
    LIMIT_WRONG_HUMAN_CHECKS: count(
      '20',
      'Human checks failed from one network address in ten minutes.',
    ),
    LIMIT_SIGN_ONS: count('600', 'Single sign-on requests from one network address.'),
    LIMIT_SIGN_ONS_PER_CLIENT: count(
      '3000',
      'Pushed authorization requests of one platform with client authentication.',
    ),
    LIMIT_SIGN_ON_MINUTES: minutes('10', 'Minutes in which they count.'),
    LIMIT_PLATFORM_INVITATIONS: count('100', 'Invitations sent by one platform.'),
    LIMIT_PLATFORM_READS: count('600', 'Reads by one platform.'),
    LIMIT_PLATFORM_MINUTES: minutes('10', 'Minutes in which invitations and reads count.'),
    LIMIT_SERVICE_CALLS: count('600', 'Calls of the admin API by one service account.'),
    LIMIT_SERVICE_MINUTES: minutes('10', 'Minutes in which they count.'),
    LIMIT_TEST_LOGINS: count(
      '20',
      'Test logins of platforms that one admin starts in ten minutes.',
    ),
    LIMIT_COMPANY_INVITATIONS: count(
      '100',
      'Invitations by the administrators of one company per day.',
    ),
    LIMIT_ACCESS_REQUESTS: count('5', 'Requests for access to platforms by one user per day.'),
    LIMIT_RECOVERY_REQUESTS: count(
      '3',
      'Requests for help with a lost device by one user per day.',
    ),
  },
  'Second person and recovery': {
    TWO_PERSON: {
      schema: oneOf('auto', 'on', 'off'),
      default: 'auto',
      example: 'on',
      description:
        'Two-person approval of dangerous actions: `on`, `off`, or `auto`, which requires it for each kind of action once two people have held the permission for a day.',
    },
    APPROVAL_HOURS: integer(
      1,
      720,
      '72',
      'Hours after which an undecided approval request expires.',
    ),
    RECOVERY_DELAY_HOURS: integer(
      1,
      168,
      '24',
      'Hours between a request to replace a lost second factor and the mail with its link. In these hours, the user can stop it.',
    ),
    MASS_SESSIONS: count(
      '25',
      'Open sessions above which deactivating a company requires two-person approval.',
    ),
  },
  'Load and timeouts': {
    MAX_CONCURRENT_REQUESTS: count(
      '1000',
      'Maximum requests in progress. Above it, the server answers 503 with Retry-After.',
    ),
    MAX_CONNECTIONS: count('10000', 'Maximum open connections. Further ones are closed.'),
    MAX_CONNECTIONS_PER_ADDRESS: count(
      '500',
      'Maximum open connections from one network address that is not in `TRUSTED_PROXIES`.',
    ),
    MAX_DATABASE_WAITERS: integer(
      1,
      100_000,
      '256',
      'Maximum requests waiting for a database connection. Above it, the server answers 503 with Retry-After.',
    ),
    PASSWORD_HASH_CONCURRENCY: {
      schema: z.optional(wholeNumber(1, 128)),
      example: '4',
      description: 'Password hashes computed concurrently. Not set: one per core, at most 4.',
    },
    PASSWORD_HASH_QUEUE: integer(
      1,
      100_000,
      '128',
      'Maximum password hashes waiting. Above it, the server answers 503 with Retry-After.',
    ),
    HEADERS_TIMEOUT_SECONDS: integer(1, 300, '10', 'Seconds to receive the headers of a request.'),
    BODY_TIMEOUT_SECONDS: integer(1, 300, '5', 'Seconds to receive the body of a request.'),
    REQUEST_TIMEOUT_SECONDS: integer(1, 300, '30', 'Seconds to receive a whole request.'),
    STOP_DELAY_SECONDS: {
      ...integer(
        0,
        5,
        '0',
        'Seconds between reporting "not ready" and closing the server, for load balancers.',
      ),
      example: '3',
    },
  },
  Retention: {
    RETENTION_EXPIRED_HOURS: {
      ...integer(
        0,
        8_760,
        '0',
        'Hours to keep expired login attempts, rate limits, human checks, known browsers and OpenID records.',
      ),
      example: '24',
    },
    RETENTION_LINKS_DAYS: days('90', 'Days to keep one-time links after they expire.'),
    RETENTION_MAILS_DAYS: days('90', 'Days to keep kind and recipient of sent mails.'),
    RETENTION_UNKNOWN_MAILS_DAYS: days('7', 'Days to keep unsent mails to unknown addresses.'),
    RETENTION_PLATFORM_SESSIONS_DAYS: days('30', 'Days to keep platform sessions after their end.'),
    RETENTION_IDEMPOTENCY_HOURS: integer(1, 720, '24', 'Hours to keep replies by idempotency key.'),
    RETENTION_BULK_JOBS_DAYS: days('90', 'Days to keep bulk jobs and their result for each user.'),
    RETENTION_WEBHOOKS_DAYS: days('30', 'Days to keep webhook deliveries after their end.'),
    RETENTION_JOBS_DAYS: integer(1, 365, '7', 'Days to keep finished jobs.'),
    RETENTION_AUDIT_MONTHS: integer(1, 120, '13', 'Months to keep the audit log.'),
    DORMANT_ACCOUNTS: switchedOn(
      'Deactivation of unused accounts. `off`: they are neither warned nor deactivated.',
    ),
    DORMANT_WARN_DAYS: days('76', 'Days without a login before the user is warned by mail.'),
    DORMANT_DEACTIVATE_DAYS: integer(
      2,
      3_650,
      '90',
      'Days without a login before deactivation. A late warning delays the deactivation by the same time.',
    ),
  },
  'Audit log': {
    AUDIT_HEADS: {
      schema: fileOrUrl,
      default: '',
      example: 'https://notary.example.com/heads',
      description: 'File or https URL to which the heads of the audit log are published.',
    },
    AUDIT_ARCHIVE: text(
      '',
      'Folder to which months older than `RETENTION_AUDIT_MONTHS` are moved.',
      '/var/lib/portico/audit-archive',
    ),
  },
  'Logs, metrics and traces': {
    LOG_LEVEL: {
      schema: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
      default: 'info',
      description: 'Minimum severity that is logged: `silent`, `fatal` … `trace`.',
    },
    LOG_FILE: text(
      '',
      'File from which `npm run portico -- support` reads the log.',
      '/var/log/portico.jsonl',
    ),
    METRICS_PORT: {
      schema: z.optional(wholeNumber(0, 65_535)),
      example: '9464',
      description: 'Port of `/metrics` for Prometheus. Not set: no metrics.',
    },
    METRICS_HOST: text('127.0.0.1', 'Address on which the metrics port listens.', '0.0.0.0'),
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      schema: z.optional(textWhere(isHttp, 'is not an http or https URL')),
      example: 'http://127.0.0.1:4318',
      description:
        'URL to which traces are sent (OTLP over HTTP). Not set: no tracing. Other variables of the exporter, such as `OTEL_EXPORTER_OTLP_HEADERS`, apply as well.',
    },
    OTEL_SERVICE_NAME: text('portico', 'Service name in traces.'),
    OTEL_TRACES_SAMPLER_ARG: {
      schema: z.coerce
        .number('is not a number')
        .check(z.minimum(0, 'is below 0'), z.maximum(1, 'is above 1')),
      default: '1',
      example: '0.1',
      description: 'Share of requests that are traced, 0 to 1.',
    },
  },
} as const satisfies Record<string, Section>
