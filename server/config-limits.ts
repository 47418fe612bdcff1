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
    SESSION_IDLE_MINUTES: integer(3, 1_440, '15', 'Minutes without use that end a session.'),
    SESSION_HOURS: integer(1, 168, '12', 'Hours after the login that end a session, however busy.'),
    ADMIN_SESSION_IDLE_MINUTES: integer(3, 1_440, '15', 'The same minutes for admins.'),
    ADMIN_SESSION_HOURS: integer(1, 168, '8', 'The same hours for admins.'),
  },
  /** Rate limits and lockouts (requirements LI-01, LI-02). */
  'Rate limits': {
    LIMIT_ADDRESS_FAILURES: count('10', 'Failures of one network address before it is blocked.'),
    LIMIT_ADDRESS_MINUTES: minutes('10', 'Minutes over which they count, and of the block.'),
    LIMIT_NETWORK_FACTOR: integer(
      1,
      1_000,
      '5',
      'How many times the limit of one network address (IPv6: of one /64) an IPv6 network (/48) has.',
    ),
    LIMIT_BROWSER_FAILURES: count('10', 'Failures of a known browser before it is blocked.'),
    LIMIT_BROWSER_MINUTES: minutes(
      '30',
      'Minutes over which they count, and of the block: PCI DSS 8.3.4 asks for 30, known browsers included.',
    ),
    LIMIT_ACCOUNT_FAILURES: count('5', 'Failures in a row, from unknown browsers, before lockout.'),
    LIMIT_ACCOUNT_MINUTES: minutes(
      '30',
      'Minutes of the lockout; known browsers are not affected.',
    ),
    LIMIT_USED_CODES: count(
      '10',
      'Used codes of one account and browser in ten minutes that do not count as failures.',
    ),
    LIMIT_FORGOT_PER_MAIL: count('3', 'Password links to one mail address.'),
    LIMIT_FORGOT_PER_ADDRESS: count('10', 'Password links requested from one network address.'),
    LIMIT_FORGOT_MINUTES: minutes('10', 'Minutes over which password links count.'),
    LIMIT_TWO_FACTOR_LINKS: count(
      '3',
      'Links of one user for a new authenticator; also how often they may create new recovery codes.',
    ),
    LIMIT_TWO_FACTOR_MINUTES: minutes('10', 'Minutes over which they count.'),
    BULK_MAILS_PER_MINUTE: count(
      '600',
      'Mails a minute that all bulk actions of admins together send; they never delay other mails.',
    ),
    LIMIT_UNKNOWN_LINKS: count('100', 'Unknown link tokens from one network address.'),
    LIMIT_UNKNOWN_MINUTES: minutes('10', 'Minutes over which they count.'),
    LIMIT_LINK_TRIES: count('20', 'Uses of one link in ten minutes, whether they succeed or not.'),
    LIMIT_CHALLENGES: count('600', 'Human checks begun from one network address in ten minutes.'),
    LIMIT_PASSKEY_CHALLENGES: count(
      '600',
      'Passkey logins begun from one network address in ten minutes; a login page begins one.',
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
    LIMIT_SIGN_ON_MINUTES: minutes('10', 'Minutes over which they count.'),
    LIMIT_PLATFORM_INVITATIONS: count('100', 'Invitations sent by one platform.'),
    LIMIT_PLATFORM_READS: count('600', 'Reads by one platform.'),
    LIMIT_PLATFORM_MINUTES: minutes('10', 'Minutes over which both count.'),
    LIMIT_SERVICE_CALLS: count('600', 'Calls of the admin API by one service account.'),
    LIMIT_SERVICE_MINUTES: minutes('10', 'Minutes over which they count.'),
    LIMIT_TEST_LOGINS: count(
      '20',
      'Test logins of platforms that one admin begins in ten minutes.',
    ),
    LIMIT_COMPANY_INVITATIONS: count(
      '100',
      'Invitations that the administrators of one company send in a day.',
    ),
    LIMIT_ACCESS_REQUESTS: count('5', 'Requests for access to platforms by one user in a day.'),
    LIMIT_RECOVERY_REQUESTS: count(
      '3',
      'Requests for help with a lost device by one user in a day.',
    ),
  },
  'Second person and recovery': {
    TWO_PERSON: {
      schema: oneOf('auto', 'on', 'off'),
      default: 'auto',
      example: 'on',
      description:
        'Whether dangerous actions wait for a second person: `auto` for each kind of action from when two people have held the right for a day, `on`, or `off`.',
    },
    APPROVAL_HOURS: integer(1, 720, '72', 'Hours in which a second person decides.'),
    RECOVERY_DELAY_HOURS: integer(
      1,
      168,
      '24',
      'Hours from a request to replace a lost second factor until its link is mailed, in which the user can stop it.',
    ),
    MASS_SESSIONS: count(
      '25',
      'Open sessions above which deactivating a company takes a second person.',
    ),
  },
  'Load and timeouts': {
    MAX_CONCURRENT_REQUESTS: count(
      '1000',
      'Maximum requests in progress; above it the server answers 503 with Retry-After.',
    ),
    MAX_CONNECTIONS: count('10000', 'Maximum open connections; a further one is closed.'),
    MAX_CONNECTIONS_PER_ADDRESS: count(
      '500',
      'The same, from one network address that is not in `TRUSTED_PROXIES`.',
    ),
    MAX_DATABASE_WAITERS: integer(
      1,
      100_000,
      '256',
      'Maximum requests waiting for a database connection; above it the server answers 503 with Retry-After.',
    ),
    PASSWORD_HASH_CONCURRENCY: {
      schema: z.optional(wholeNumber(1, 128)),
      example: '4',
      description: 'Password hashes computed at the same time. Not set: one per core, at most 4.',
    },
    PASSWORD_HASH_QUEUE: integer(
      1,
      100_000,
      '128',
      'Maximum password hashes waiting; above it the server answers 503 with Retry-After.',
    ),
    HEADERS_TIMEOUT_SECONDS: integer(1, 300, '10', 'Seconds to receive the headers of a request.'),
    BODY_TIMEOUT_SECONDS: integer(1, 300, '5', 'Seconds to receive the body of a request.'),
    REQUEST_TIMEOUT_SECONDS: integer(1, 300, '30', 'Seconds to receive a whole request.'),
    STOP_DELAY_SECONDS: {
      ...integer(
        0,
        5,
        '0',
        'Seconds between "not ready" and closing the server, for load balancers.',
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
    RETENTION_LINKS_DAYS: days('90', 'Days to keep one-time links after they expired.'),
    RETENTION_MAILS_DAYS: days('90', 'Days to keep which mail went to whom, without its content.'),
    RETENTION_UNKNOWN_MAILS_DAYS: days('7', 'Days to keep unsent mails to addresses of no user.'),
    RETENTION_PLATFORM_SESSIONS_DAYS: days('30', 'Days to keep platform sessions after their end.'),
    RETENTION_IDEMPOTENCY_HOURS: integer(1, 720, '24', 'Hours to keep answers by idempotency key.'),
    RETENTION_BULK_JOBS_DAYS: days('90', 'Days to keep bulk jobs and what became of each user.'),
    RETENTION_WEBHOOKS_DAYS: days('30', 'Days to keep deliveries of webhooks after their end.'),
    RETENTION_JOBS_DAYS: integer(1, 365, '7', 'Days to keep finished jobs.'),
    RETENTION_AUDIT_MONTHS: integer(1, 120, '13', 'Months to keep the audit log.'),
    DORMANT_ACCOUNTS: switchedOn('`off`: unused accounts are neither warned nor deactivated.'),
    DORMANT_WARN_DAYS: days('76', 'Days without a login before the user is warned by mail.'),
    DORMANT_DEACTIVATE_DAYS: integer(
      2,
      3_650,
      '90',
      'Days without a login before deactivation, never sooner after the warning than the days between.',
    ),
  },
  'Audit log': {
    AUDIT_HEADS: {
      schema: fileOrUrl,
      default: '',
      example: 'https://notary.example.com/heads',
      description: 'File or https address to which the heads of the audit log are published.',
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
      description: 'Least severe level that is logged: `silent`, `fatal` … `trace`.',
    },
    LOG_FILE: text(
      '',
      'File in which `npm run portico -- support` finds the log.',
      '/var/log/portico.jsonl',
    ),
    METRICS_PORT: {
      schema: z.optional(wholeNumber(0, 65_535)),
      example: '9464',
      description: 'Port of `/metrics` for Prometheus. Not set: no metrics.',
    },
    METRICS_HOST: text('127.0.0.1', 'Address that the metrics port listens on.', '0.0.0.0'),
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      schema: z.optional(textWhere(isHttp, 'is not an http or https URL')),
      example: 'http://127.0.0.1:4318',
      description:
        'Where traces are sent (OTLP over HTTP). Not set: no tracing. The library reads `OTEL_EXPORTER_OTLP_HEADERS` and the like itself.',
    },
    OTEL_SERVICE_NAME: text('portico', 'Service name in traces.'),
    OTEL_TRACES_SAMPLER_ARG: {
      schema: z.coerce
        .number('is not a number')
        .check(z.minimum(0, 'is below 0'), z.maximum(1, 'is above 1')),
      default: '1',
      example: '0.1',
      description: 'Share of requests that is traced, 0 to 1.',
    },
  },
} as const satisfies Record<string, Section>
