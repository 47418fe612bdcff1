import * as z from 'zod/mini'
import { integer, switchedOn, textWhere, type Section } from './config-schema.ts'
import { addressesIn } from './primary-host.ts'

const postgres = textWhere((value) => addressesIn(value).length > 0, 'is not a PostgreSQL URL')
const oneHost = textWhere(
  (value) => addressesIn(value).length === 1,
  'is not a PostgreSQL URL with exactly one host',
)

/** Variables of the connections to PostgreSQL. */
export const databaseSection = {
  DATABASE_URL: {
    schema: postgres,
    example: 'postgres://portico_server:secret@db.example.com/portico?sslmode=verify-full',
    description:
      "Connection of the server's role. With several comma-separated hosts, the one that accepts writes is used. In production, a remote connection must use verified TLS.",
    setBy: 'Every installation, before the first start.',
    required: 'always',
    isSecret: true,
  },
  DATABASE_READ_URL: {
    schema: z.optional(oneHost),
    example: 'postgres://portico_server:secret@follower.example.com/portico?sslmode=verify-full',
    description:
      'Connection of one follower (hot standby) for reads that may be seconds old: lists, overview and exports of the admin area, searches of the audit log, login history. While it is unreachable or more than 10 seconds behind, `DATABASE_URL` is used instead. Not set: always `DATABASE_URL`.',
    setBy: 'An operator who adds a follower.',
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    schema: z.optional(postgres),
    example: 'postgres://portico_owner:secret@db.example.com/portico?sslmode=verify-full',
    description:
      'Connection of the role that owns the tables, for the commands `migrate`, `backup`, `restore` and `audit:retire`. In production, a server needs it only with `AUDIT_ARCHIVE`. Not set: `DATABASE_URL`.',
    setBy: 'An operator, in the environment of commands only.',
    isSecret: true,
  },
  DATABASE_POOL: integer(1, 1_000, '10', {
    description: 'Maximum database connections of this process.',
    setBy: 'An operator who divides the connections of PostgreSQL among processes.',
  }),
  DATABASE_PREPARE: switchedOn({
    description:
      'Use of prepared statements and of timeouts set per connection. `off` behind PgBouncer in transaction mode, which supports neither.',
    setBy: 'An operator who puts PgBouncer in front of PostgreSQL.',
  }),
} as const satisfies Section
