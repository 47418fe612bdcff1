import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
} from 'jose'
import type { Sql } from 'sql-template-tag'
import { config } from '#server/config.ts'
import { affects, row, rows, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

/** Uses of keys: tokens for platforms, seals of the audit log, logins at the sandbox, and identities behind a proxy. */
export const keyUses = ['oidc', 'audit', 'sandbox', 'forward-auth'] as const

export type KeyUse = (typeof keyUses)[number]

export type SigningKey = { kid: string; algorithm: string; publicJwk: JWK; privateJwk: JWK }

/** Algorithms by use. OpenID clients must support RS256 (OpenID Connect Core §15.1). */
const algorithms: Record<KeyUse, string> = {
  oidc: 'RS256',
  audit: 'EdDSA',
  sandbox: 'EdDSA',
  'forward-auth': 'EdDSA',
}

/**
 * Time for which a retired key stays published: an hour more than the longest session, whose tokens it may have signed.
 */
export const publishedFor = `${config.sessionHours + 1} hours`

/** Time for which a new key is published before it signs, so that every server and platform has read it. */
const leadTime = '90 seconds'

const columns = sql`kid, algorithm, public_jwk, private_jwk`
/** SQL condition on `signing_keys`: the key signs, will sign, or retired less than `publishedFor` ago. */
const isPublished = sql`(retired_at is null or retired_at > now() - ${publishedFor}::interval)`
/** SQL order: the current key, the next one, then the retired ones. */
const inOrder = sql`order by coalesce(retired_at <= now(), false), retired_at nulls last`

function selectCurrentKey(selectedColumns: Sql, use: KeyUse): Sql {
  return sql`
    select ${selectedColumns} from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now())
    order by retired_at nulls last limit 1`
}

/** Returns SQL for the id of the current key, so that a statement can check whether a cached key is still current. */
export function currentKid(use: KeyUse): Sql {
  return selectCurrentKey(sql`kid`, use)
}

/** Returns the current key; creates the first one. Servers that start concurrently agree on one key. */
export async function getCurrentKey(db: Db, use: KeyUse): Promise<SigningKey> {
  const current = await findCurrent(db, use)
  if (current) return current
  await insertKey(db, use, await generateKey(use))
  const created = await findCurrent(db, use)
  if (!created) throw new Error(`the signing key for ${use} disappeared while it was created`)
  return created
}

/** Returns the published keys in order: the current one, then the next one, then the retired ones. */
export async function listActiveKeys(db: Db, use: KeyUse): Promise<SigningKey[]> {
  await getCurrentKey(db, use)
  const keys = await rows<Row>(db)`
    select ${columns} from signing_keys where use = ${use} and ${isPublished} ${inOrder}`
  return keys.map(decryptKey)
}

/** Returns the keys that verify the tokens of a use, as a JWK set. */
export async function getPublicJwks(db: Db, use: KeyUse): Promise<JSONWebKeySet> {
  return { keys: (await listActiveKeys(db, use)).map(({ publicJwk }) => publicJwk) }
}

type TokenHeader = { typ: string; issuer: string; audience: string; lifetime: string }

/** Signs a JWT that is valid from now until the end of its lifetime. */
export function signJwt(
  { kid, algorithm, privateJwk }: SigningKey,
  { typ, issuer, audience, lifetime }: TokenHeader,
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT({ ...claims, iss: issuer, aud: audience })
    .setProtectedHeader({ typ, alg: algorithm, kid })
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(privateJwk)
}

/** Returns SQL for a text that changes whenever the published keys or their order change. */
export function keySetFingerprint(use: KeyUse): Sql {
  return sql`(
    select coalesce(string_agg(kid, ' ' ${inOrder}), '') from signing_keys
    where use = ${use} and ${isPublished})`
}

export async function getKeySetFingerprint(db: Db, use: KeyUse): Promise<string> {
  return (await scalar<string>(db)`select ${keySetFingerprint(use)}`) ?? ''
}

export type KeyRotation = { kid: string; retiredKid: string; signsFrom: Date }

/** Maximum age of the RSA key, which has only 2,048 bits and signs the tokens of all users (decision 49). */
export const maxKeyAge = '90 days'

/** Returns true if the current key of the use has reached its maximum age. */
export async function isKeyAged(db: Db, use: KeyUse): Promise<boolean> {
  return affects(db)`
    select where exists (
      select from signing_keys where use = ${use} and retired_at is null
      and created_at <= now() - ${maxKeyAge}::interval)`
}

/**
 * Replaces the current key. Returns undefined if there is none, if it is younger than `age` (a PostgreSQL interval), or
 * if another rotation is in progress.
 */
export async function rotateKey(
  tx: Transaction,
  use: KeyUse,
  newKey: SigningKey,
  age = '0 days',
): Promise<KeyRotation | undefined> {
  const retired = await row<{ retiredKid: string; signsFrom: Date }>(tx)`
    update signing_keys set retired_at = now() + ${leadTime}::interval
    where use = ${use} and retired_at is null and created_at <= now() - ${age}::interval
    returning kid as retired_kid, retired_at as signs_from`
  if (!retired || !(await insertKey(tx, use, newKey))) return undefined
  return { ...retired, kid: newKey.kid }
}

/**
 * Returns every public key that ever signed for a use. Omits keys that an attacker may have inserted: their private
 * half does not decrypt under `SECRET_KEYS`, or does not belong to the public half.
 */
export async function listPublicKeys(db: Db, use: KeyUse): Promise<JWK[]> {
  const keys = await rows<Row>(db)`
    select ${columns} from signing_keys where use = ${use} order by created_at`
  return keys.filter(isOurs).map(({ publicJwk }) => publicJwk)
}

type Row = Omit<SigningKey, 'privateJwk'> & { privateJwk: string }

async function findCurrent(db: Db, use: KeyUse): Promise<SigningKey | undefined> {
  const key = await row<Row>(db)`${selectCurrentKey(columns, use)}`
  return key && decryptKey(key)
}

/** Generates a key pair. CPU-bound. Never call inside a transaction. */
export async function generateKey(use: KeyUse): Promise<SigningKey> {
  const algorithm = algorithms[use]
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const metadata = { kid, alg: algorithm, use: 'sig' }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), ...metadata }
  return { kid, algorithm, publicJwk: { ...publicJwk, ...metadata }, privateJwk }
}

/** Adds a key. Returns false if the use already has a key that is not retired. */
async function insertKey(db: Db, use: KeyUse, key: SigningKey): Promise<boolean> {
  const { kid, algorithm, publicJwk, privateJwk } = key
  return affects(db)`
    insert into signing_keys (kid, use, algorithm, public_jwk, private_jwk)
    values (${kid}, ${use}, ${algorithm}, ${JSON.stringify(publicJwk)},
            ${encrypt('signing-key', kid, JSON.stringify(privateJwk))})
    on conflict (use) where retired_at is null do nothing`
}

function decryptKey(key: Row): SigningKey {
  const privateJwk = JSON.parse(decrypt('signing-key', key.kid, key.privateJwk)) as JWK
  return { ...key, privateJwk }
}

function isOurs(key: Row): boolean {
  try {
    // `x` is the public key of EdDSA. RSA keys have none, so for them only the decryption is checked.
    return decryptKey(key).privateJwk['x'] === key.publicJwk['x']
  } catch {
    return false
  }
}
