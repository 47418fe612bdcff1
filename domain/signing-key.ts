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

export const keyUses = ['oidc', 'audit', 'sandbox', 'forward-auth'] as const

export type KeyUse = (typeof keyUses)[number]

export type SigningKey = { kid: string; algorithm: string; publicJwk: JWK; privateJwk: JWK }

/** Every OpenID client supports RS256 (OpenID Connect Core §15.1). */
const algorithms: Record<KeyUse, string> = {
  oidc: 'RS256',
  audit: 'EdDSA',
  sandbox: 'EdDSA',
  'forward-auth': 'EdDSA',
}

/** How long a retired key stays published: the longest session, whose tokens it may have signed, and an hour. */
const publishedFor = `${config.sessionHours + 1} hours`

/** How long a new key is published before it signs, so that every server and platform has read it. */
const lead = '90 seconds'

const columns = sql`kid, algorithm, public_jwk, private_jwk`
const isPublished = sql`(retired_at is null or retired_at > now() - ${publishedFor}::interval)`
const inOrder = sql`order by coalesce(retired_at <= now(), false), retired_at nulls last`

function currentKey(selected: Sql, use: KeyUse): Sql {
  return sql`
    select ${selected} from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now())
    order by retired_at nulls last limit 1`
}

/** SQL for the id of the key that signs now, so that a statement that runs anyway tells whether a known key still does. */
export function currentKid(use: KeyUse): Sql {
  return currentKey(sql`kid`, use)
}

/** Gets the key that signs, creating the first one. Servers that start together agree on one key. */
export async function getCurrentKey(db: Db, use: KeyUse): Promise<SigningKey> {
  const known = await findCurrent(db, use)
  if (known) return known
  await insertKey(db, use, await generateKey(use))
  const created = await findCurrent(db, use)
  if (!created) throw new Error(`the signing key for ${use} disappeared while it was created`)
  return created
}

/** Lists the published keys: the one that signs, then the next one, then the retired ones. */
export async function listActiveKeys(db: Db, use: KeyUse): Promise<SigningKey[]> {
  await getCurrentKey(db, use)
  const found = await rows<Row>(db)`
    select ${columns} from signing_keys where use = ${use} and ${isPublished} ${inOrder}`
  return found.map(decryptKey)
}

/** Lists the keys that verify the tokens of a use, as a JWK set. */
export async function getPublicJwks(db: Db, use: KeyUse): Promise<JSONWebKeySet> {
  return { keys: (await listActiveKeys(db, use)).map(({ publicJwk }) => publicJwk) }
}

type TokenHeader = { typ: string; issuer: string; audience: string; lifetime: string }

/** Signs a JWT that is valid from now on for its lifetime. */
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

/** SQL for a text that changes whenever the published keys or their order change. */
export function keySetFingerprint(use: KeyUse): Sql {
  return sql`(
    select coalesce(string_agg(kid, ' ' ${inOrder}), '') from signing_keys
    where use = ${use} and ${isPublished})`
}

export async function getKeySetFingerprint(db: Db, use: KeyUse): Promise<string> {
  return (await scalar<string>(db)`select ${keySetFingerprint(use)}`) ?? ''
}

export type KeyRotation = { kid: string; retiredKid: string; signsFrom: Date }

/** How old the RSA key gets, which signs for everybody with 2,048 bits (decision 49). */
export const maxKeyAge = '90 days'

/** True when the current key of the use has reached its age. */
export async function isKeyAged(db: Db, use: KeyUse): Promise<boolean> {
  return affects(db)`
    select where exists (
      select from signing_keys where use = ${use} and retired_at is null
      and created_at <= now() - ${maxKeyAge}::interval)`
}

/** Replaces the current key, if it has that age. Undefined when there is none or another rotation is under way. */
export async function rotateKey(
  tx: Transaction,
  use: KeyUse,
  newKey: SigningKey,
  age = '0 days',
): Promise<KeyRotation | undefined> {
  const retired = await row<{ retiredKid: string; signsFrom: Date }>(tx)`
    update signing_keys set retired_at = now() + ${lead}::interval
    where use = ${use} and retired_at is null and created_at <= now() - ${age}::interval
    returning kid as retired_kid, retired_at as signs_from`
  if (!retired || !(await insertKey(tx, use, newKey))) return undefined
  return { ...retired, kid: newKey.kid }
}

/**
 * Lists every public key that ever signed for a use. Leaves out a key that an attacker may have inserted: one whose
 * private half does not decrypt under SECRET_KEYS or does not match.
 */
export async function listPublicKeys(db: Db, use: KeyUse): Promise<JWK[]> {
  const found = await rows<Row>(db)`
    select ${columns} from signing_keys where use = ${use} order by created_at`
  return found.filter(isOurs).map(({ publicJwk }) => publicJwk)
}

type Row = Omit<SigningKey, 'privateJwk'> & { privateJwk: string }

async function findCurrent(db: Db, use: KeyUse): Promise<SigningKey | undefined> {
  const found = await row<Row>(db)`${currentKey(columns, use)}`
  return found && decryptKey(found)
}

/** Generates a key pair, which is CPU-bound. Never call inside a transaction. */
export async function generateKey(use: KeyUse): Promise<SigningKey> {
  const algorithm = algorithms[use]
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const metadata = { kid, alg: algorithm, use: 'sig' }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), ...metadata }
  return { kid, algorithm, publicJwk: { ...publicJwk, ...metadata }, privateJwk }
}

async function insertKey(db: Db, use: KeyUse, key: SigningKey): Promise<boolean> {
  const { kid, algorithm, publicJwk, privateJwk } = key
  return affects(db)`
    insert into signing_keys (kid, use, algorithm, public_jwk, private_jwk)
    values (${kid}, ${use}, ${algorithm}, ${JSON.stringify(publicJwk)},
            ${encrypt('signing-key', kid, JSON.stringify(privateJwk))})
    on conflict (use) where retired_at is null do nothing`
}

function decryptKey(found: Row): SigningKey {
  const privateJwk = JSON.parse(decrypt('signing-key', found.kid, found.privateJwk)) as JWK
  return { ...found, privateJwk }
}

function isOurs(found: Row): boolean {
  try {
    return decryptKey(found).privateJwk['x'] === found.publicJwk['x']
  } catch {
    return false
  }
}
