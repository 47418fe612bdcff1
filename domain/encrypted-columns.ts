import { raw } from 'sql-template-tag'
import { row, rows, run, sql, type Db } from '#server/db.ts'
import { knownKeyIds, reencrypt, type Purpose } from '#server/secret.ts'

/**
 * Where what SECRET_KEYS has sealed lies. Its meaning is the noun's; here it is only sealed anew. A column that is
 * missing here would be lost with the old key: a test looks for one.
 */
type Vault = {
  name: string
  table: string
  id: string
  owner: string
  sealed: string
  purpose: Purpose
}

const vaults: readonly Vault[] = [
  {
    name: 'second factors',
    table: 'second_factors',
    id: 'id',
    owner: 'user_id',
    sealed: 'secret',
    purpose: 'second-factor',
  },
  {
    name: 'signing keys',
    table: 'signing_keys',
    id: 'kid',
    owner: 'kid',
    sealed: 'private_jwk',
    purpose: 'signing-key',
  },
  {
    name: 'client secrets',
    table: 'subsystems',
    id: 'id',
    owner: 'id',
    sealed: 'client_secret',
    purpose: 'client-secret',
  },
  {
    name: 'former client secrets',
    table: 'subsystems',
    id: 'id',
    owner: 'id',
    sealed: 'old_client_secret',
    purpose: 'client-secret',
  },
]

export type EncryptedValue = { name: string; keyIds: string[] }

/** Under which keys anything is sealed: one step through an index for each key, however many rows there are. */
export async function keysInUse(db: Db): Promise<EncryptedValue[]> {
  const held: EncryptedValue[] = []
  for (const { name, table, sealed } of vaults) {
    const by = raw(`split_part(${sealed}, '.', 1)`)
    const found = await rows<{ id: string }>(
      db,
      sql`
      with recursive used as (
        (select ${by} as id from ${raw(table)} where ${by} is not null order by 1 limit 1)
        union all
        select (select ${by} from ${raw(table)} where ${by} > used.id order by 1 limit 1)
        from used where used.id is not null)
      select id from used where id is not null`,
    )
    held.push({ name, keyIds: found.map(({ id }) => id) })
  }
  return held
}

/** How many are sealed under other keys than this one. */
export async function countUnderOtherKeys(db: Db, keyId: string): Promise<number> {
  let count = 0
  for (const { table, sealed } of vaults) {
    const found = await row<{ count: number }>(
      db,
      sql`
      select count(*) as count from ${raw(table)}
      where ${isUnderOther(sealed, keyId)}`,
    )
    count += found?.count ?? 0
  }
  return count
}

/**
 * Seals anew, under the first key, some of what lies under others; how many. What somebody changes meanwhile is
 * left as it is: it lies under the first key by then, or comes up again.
 */
export async function reencryptBatch(db: Db, keyId: string, most: number): Promise<number> {
  for (const vault of vaults) {
    const { table, id, owner, sealed, purpose } = vault
    const found = await rows<{ id: string; owner: string; sealed: string }>(
      db,
      sql`
      select ${raw(id)}::text as id, ${raw(owner)}::text as owner, ${raw(sealed)} as sealed
      from ${raw(table)} where ${isUnderOther(sealed, keyId)} limit ${most}`,
    )
    for (const each of found) {
      const fresh = reencrypt(purpose, each.owner, each.sealed)
      if (fresh === undefined) continue
      await run(
        db,
        sql`
        update ${raw(table)} set ${raw(sealed)} = ${fresh}
        where ${raw(id)} = ${each.id} and ${raw(sealed)} = ${each.sealed}`,
      )
    }
    if (found.length > 0) return found.length
  }
  return 0
}

/** Two ranges, so that the index is used. */
function isUnderOther(sealed: string, keyId: string) {
  const by = raw(`split_part(${sealed}, '.', 1)`)
  return sql`(${by} < ${keyId} or ${by} > ${keyId})`
}

/** Throws when SECRET_KEYS lacks a key that the database needs. */
export async function requireKeys(db: Db): Promise<void> {
  const known = new Set(knownKeyIds())
  for (const { name, keyIds } of await keysInUse(db)) {
    const missing = keyIds.filter((id) => !known.has(id))
    if (missing.length === 0) continue
    throw new Error(
      `SECRET_KEYS does not hold the key ${missing.join(', ')}, with which ${name} of this database are encrypted; ` +
        `it holds ${[...known].join(', ')}. Add the previous key behind the new one, ` +
        'such as SECRET_KEYS="new,old". A lost key cannot be replaced.',
    )
  }
}
