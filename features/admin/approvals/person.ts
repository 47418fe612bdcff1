import type { Sql } from 'sql-template-tag'
import { sql } from '#server/db.ts'

export type Person = { kind: 'user' | 'admin' | 'system'; id: string; name: string }

/** Returns an SQL expression for the name of an admin or user; null for a deleted account and for the system. */
export function nameOf(kind: Sql, id: Sql): Sql {
  return sql`
    case ${kind}
      when 'admin' then (select firstname || ' ' || lastname from admins where id::text = ${id})
      when 'user' then (select firstname || ' ' || lastname from users where id::text = ${id}) end`
}
