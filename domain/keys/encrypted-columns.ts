import { setTimeout as wait } from 'node:timers/promises'
import { raw, type Sql } from 'sql-template-tag'
import {
  rows,
  run,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { secretKeyIds, reencrypt, type Purpose } from '#server/secret.ts'

/**
 * A column encrypted with SECRET_KEYS, the primary key of its table, and the column of the id that its values are bound
 * to. A column missing in the list would become unreadable when the old key is removed; a test checks that the list is
 * complete.
 */
type EncryptedColumn = [
  name: string,
  table: string,
  primaryKey: string,
  owner: string,
  column: string,
  purpose: Purpose,
]

const encryptedColumns: readonly EncryptedColumn[] = [
  ['second factors', 'second_factors', 'id', 'user_id', 'secret', 'second-factor'],
  ['signing keys', 'signing_keys', 'kid', 'kid', 'private_jwk', 'signing-key'],
  ['client secrets', 'subsystems', 'id', 'id', 'client_secret', 'client-secret'],
  ['former client secrets', 'subsystems', 'id', 'id', 'old_client_secret', 'client-secret'],
  ['secrets of webhooks', 'webhooks', 'id', 'id', 'secret', 'webhook'],
  ['former secrets of webhooks', 'webhooks', 'id', 'id', 'old_secret', 'webhook'],
  ['requested configurations', 'configuration_requests', 'id', 'id', 'content', 'configuration'],
]

type ColumnKeys = { name: string; keyIds: string[] }

/** Returns the ids of the keys in use, by column. Takes one index step per key, independent of the number of rows. */
export async function keysInUse(db: Db): Promise<ColumnKeys[]> {
  const columns: ColumnKeys[] = []
  for (const [name, table, , , column] of encryptedColumns) {
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

/**
 * Counts the values that are encrypted with a key other than `keyId`, at most `limit`: an exact count of millions would
 * take longer than a statement may.
 */
export async function countUnderOtherKeys(db: Db, keyId: string, limit: number): Promise<number> {
  let count = 0
  for (const [, table, , , column] of encryptedColumns) {
    for (const hasOtherKey of otherKeys(column, keyId)) {
      const rangeCount = await scalar<number>(db)`
        select count(*) from (
          select from ${raw(table)} where ${hasOtherKey}
          order by ${keyIdIn(column)} limit ${limit - count}) counted`
      count += rangeCount ?? 0
    }
  }
  return count
}

/**
 * Re-encrypts all values with the first key, whose id is `keyId`, and yields the number of values of each transaction, at
 * most `batchSize`. Can be interrupted, repeated and run concurrently: rows that another process has locked are skipped,
 * and looked at again at the end.
 */
export async function* reencryptInBatches(
  db: Db,
  keyId: string,
  batchSize: number,
): AsyncGenerator<number> {
  for (;;) {
    for (const encrypted of encryptedColumns) {
      const [, , , , column] = encrypted
      for (const hasOtherKey of otherKeys(column, keyId))
        yield* reencryptRange(db, encrypted, hasOtherKey, batchSize)
    }
    if ((await countUnderOtherKeys(db, keyId, 1)) === 0) return
    await wait(100)
  }
}

/**
 * Re-encrypts the values of a range in the order of the index, each batch after the last one, because the index keeps
 * entries of changed rows until the next vacuum.
 */
async function* reencryptRange(
  db: Db,
  encrypted: EncryptedColumn,
  hasOtherKey: Sql,
  batchSize: number,
): AsyncGenerator<number> {
  const [, , primaryKey, , column] = encrypted
  let after = sql``
  for (;;) {
    const range = sql`${hasOtherKey} ${after}
      order by ${keyIdIn(column)}, ${raw(primaryKey)} limit ${batchSize}`
    const batch = await transaction(db, (tx) => reencryptRows(tx, encrypted, range))
    const last = batch.at(-1)
    if (!last) return
    yield batch.length
    after = sql`and (${keyIdIn(column)}, ${raw(primaryKey)}) > (${last.keyId}, ${last.rowId})`
  }
}

type OldValue = { place: string; rowId: string; keyId: string; owner: string; value: string }

/** Locks the rows of a range and re-encrypts them by one update. Returns their old values. */
async function reencryptRows(
  tx: Transaction,
  [, table, primaryKey, owner, column, purpose]: EncryptedColumn,
  range: Sql,
): Promise<OldValue[]> {
  // An alias `id` would be what `order by id` means, and the index would not serve it.
  const oldValues = await rows<OldValue>(tx)`
    select ctid::text as place, ${raw(primaryKey)}::text as row_id, ${keyIdIn(column)} as key_id,
           ${raw(owner)}::text as owner, ${raw(column)} as value
    from ${raw(table)} where ${range} for update skip locked`
  if (oldValues.length === 0) return []
  const values = oldValues.map((old) => reencrypt(purpose, old.owner, old.value) ?? old.value)
  // A locked row keeps its place until the transaction ends.
  await run(tx)`
    update ${raw(table)} t set ${raw(column)} = r.value
    from unnest(${oldValues.map(({ place }) => place)}::tid[], ${values}::text[]) as r (place, value)
    where t.ctid = r.place`
  return oldValues
}

/** Returns SQL conditions for values with any other key: two ranges instead of `<>`, so that the index is used. */
function otherKeys(column: string, keyId: string): Sql[] {
  return [sql`${keyIdIn(column)} < ${keyId}`, sql`${keyIdIn(column)} > ${keyId}`]
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
