import { raw, type Sql } from 'sql-template-tag'
import { rows, run, scalar, scalars, sql, type Db } from '#server/db.ts'
import { secretKeyIds, reencrypt, type Purpose } from '#server/secret.ts'

/**
 * A column encrypted with SECRET_KEYS, and the column of the id that its values are bound to. A column missing in the
 * list would become unreadable when the old key is removed; a test checks that the list is complete.
 */
type EncryptedColumn = [
  name: string,
  table: string,
  owner: string,
  column: string,
  purpose: Purpose,
]

const encryptedColumns: readonly EncryptedColumn[] = [
  ['second factors', 'second_factors', 'user_id', 'secret', 'second-factor'],
  ['signing keys', 'signing_keys', 'kid', 'private_jwk', 'signing-key'],
  ['client secrets', 'subsystems', 'id', 'client_secret', 'client-secret'],
  ['former client secrets', 'subsystems', 'id', 'old_client_secret', 'client-secret'],
  ['secrets of webhooks', 'webhooks', 'id', 'secret', 'webhook'],
  ['former secrets of webhooks', 'webhooks', 'id', 'old_secret', 'webhook'],
  ['requested configurations', 'configuration_requests', 'id', 'content', 'configuration'],
]

type ColumnKeys = { name: string; keyIds: string[] }

/** Returns the ids of the keys in use, by column. Takes one index step per key, independent of the number of rows. */
export async function keysInUse(db: Db): Promise<ColumnKeys[]> {
  const columns: ColumnKeys[] = []
  for (const [name, table, , column] of encryptedColumns) {
    // The table may be missing, because a backup is made before the migration that adds it.
    if (!(await scalar<boolean>(db)`select to_regclass(${table}) is not null`)) continue
    const keyId = keyIdIn(column)
    const keyIds = await scalars<string>(db)`
      with recursive used as (
        (select ${keyId} as id from ${raw(table)} where ${keyId} is not null order by 1 limit 1)
        union all
        select (select ${keyId} from ${raw(table)} where ${keyId} > used.id order by 1 limit 1)
        from used where used.id is not null)
      select id from used where id is not null`
    columns.push({ name, keyIds })
  }
  return columns
}

/** Counts the values that are encrypted with a key other than `keyId`. */
export async function countUnderOtherKeys(db: Db, keyId: string): Promise<number> {
  let count = 0
  for (const [, table, , column] of encryptedColumns) {
    const columnCount = await scalar<number>(db)`
      select count(*) from ${raw(table)} where ${hasOtherKey(column, keyId)}`
    count += columnCount ?? 0
  }
  return count
}

/**
 * Re-encrypts a batch of at most `batchSize` values with the first key, whose id is `keyId`. Returns the number of
 * values read, 0 if none is left. A value that changes meanwhile is left to the next batch.
 */
export async function reencryptBatch(db: Db, keyId: string, batchSize: number): Promise<number> {
  for (const [, table, owner, column, purpose] of encryptedColumns) {
    const oldValues = await rows<{ owner: string; value: string }>(db)`
      select ${raw(owner)}::text as owner, ${raw(column)} as value
      from ${raw(table)} where ${hasOtherKey(column, keyId)} limit ${batchSize}`
    for (const old of oldValues) {
      const reencrypted = reencrypt(purpose, old.owner, old.value)
      if (reencrypted === undefined) continue
      await run(db)`
        update ${raw(table)} set ${raw(column)} = ${reencrypted}
        where ${raw(owner)} = ${old.owner} and ${raw(column)} = ${old.value}`
    }
    if (oldValues.length > 0) return oldValues.length
  }
  return 0
}

/** Returns the SQL condition for values with any other key, as two ranges instead of `<>` so that the index is used. */
function hasOtherKey(column: string, keyId: string): Sql {
  return sql`(${keyIdIn(column)} < ${keyId} or ${keyIdIn(column)} > ${keyId})`
}

/** Returns SQL for the id of the key with which a value is encrypted. */
function keyIdIn(column: string): Sql {
  return raw(`split_part(${column}, '.', 1)`)
}

/** Throws if SECRET_KEYS lacks a key with which values in the database are encrypted. */
export async function requireConfiguredKeys(db: Db): Promise<void> {
  const configuredKeyIds = new Set(secretKeyIds())
  for (const { name, keyIds } of await keysInUse(db)) {
    const missing = keyIds.filter((id) => !configuredKeyIds.has(id))
    if (missing.length === 0) continue
    throw new Error(
      `SECRET_KEYS does not hold the key ${missing.join(', ')}, with which ${name} of this database are encrypted; ` +
        `it holds ${[...configuredKeyIds].join(', ')}. Add the previous key after the new one, ` +
        'such as SECRET_KEYS="new,old". A lost key cannot be replaced.',
    )
  }
}
