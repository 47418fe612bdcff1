import type { Sql } from 'sql-template-tag'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { sql, uuidIn } from '#server/db.ts'

export type Person = { kind: 'user' | 'admin' | 'service' | 'system'; id: string; name: string }

/**
 * Returns an SQL expression for the name of an admin, user or service account; null for a deleted account and for the
 * system.
 */
export function nameIn(kind: Sql, id: Sql): Sql {
  return sql`
    case ${kind}
      when 'admin' then (select ${fullNameIn(sql`admins`)} from admins where id = ${uuidIn(id)})
      when 'user' then (select ${fullNameIn(sql`users`)} from users where id = ${uuidIn(id)})
      when 'service' then (select name from service_accounts where id = ${id}) end`
}
