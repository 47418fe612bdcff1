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
      "Connection of the server's role. Of several hosts, comma-separated, the one that accepts writes is used. In production, a remote one is encrypted and verified.",
    required: 'always',
    isSecret: true,
  },
  DATABASE_READ_URL: {
    schema: z.optional(oneHost),
    example: 'postgres://portico_server:secret@follower.example.com/portico?sslmode=verify-full',
    description:
      'One follower (hot standby) for what may be seconds old: lists, overview and export of the admin area, searches of the audit log, login history. While it is gone or more than 10 seconds behind, `DATABASE_URL` answers. Not set: always `DATABASE_URL`.',
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    schema: z.optional(postgres),
    example: 'postgres://portico_owner:secret@db.example.com/portico?sslmode=verify-full',
    description:
      'Connection of the role that owns the tables, for the commands `migrate`, `backup`, `restore` and `audit:retire`. In production a server needs it only with `AUDIT_ARCHIVE`. Not set: `DATABASE_URL`.',
    isSecret: true,
  },
  DATABASE_POOL: integer(1, 1_000, '10', 'Database connections of this process.'),
  DATABASE_PREPARE: switchedOn(
    'Prepared statements, and timeouts sent with each connection; `off` behind PgBouncer in transaction mode, which refuses those.',
  ),
} as const satisfies Section
