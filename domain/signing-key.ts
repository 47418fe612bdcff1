import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

export const keyUses = ['oidc', 'audit', 'sandbox', 'forward-auth'] as const

export type KeyUse = (typeof keyUses)[number]

export type SigningKey = { kid: string; algorithm: string; publicJwk: JWK; privateJwk: JWK }

/** RS256 is what every OpenID client must know (OpenID Connect Core §15.1). */
const algorithms: Record<KeyUse, string> = {
  oidc: 'RS256',
  audit: 'EdDSA',
  sandbox: 'EdDSA',
  'forward-auth': 'EdDSA',
}

/** A retired key is published for as long as a session, and what it signed, may live, and an hour more. */
const published = '13 hours'

/** So long a new key is published before it signs: by then every server, and every platform, can know it. */
const lead = '90 seconds'

/** The key that signs; made when there is none. Two servers that start at once agree on one. */
export async function getCurrentKey(db: Db, use: KeyUse): Promise<SigningKey> {
  const known = await findCurrent(db, use)
  if (known) return known
  await insertKey(db, use, await generateKey(use))
  const made = await findCurrent(db, use)
  if (!made) throw new Error(`the signing key for ${use} vanished while it was made`)
  return made
}

/** The key that signs first, then the next one and those that are retired but may still be asked for. */
export async function listActiveKeys(db: Db, use: KeyUse): Promise<SigningKey[]> {
  await getCurrentKey(db, use)
  const found = await rows<Row>(
    db,
    sql`
    select kid, algorithm, public_jwk, private_jwk from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now() - ${published}::interval)
    order by coalesce(retired_at <= now(), false), retired_at nulls last`,
  )
  return found.map(opened)
}

/** Which keys are published, the one that signs first: another text as soon as anything changes. */
export async function fingerprintOf(db: Db, use: KeyUse): Promise<string> {
  const found = await rows<{ kid: string }>(
    db,
    sql`
    select kid from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now() - ${published}::interval)
    order by coalesce(retired_at <= now(), false), retired_at nulls last`,
  )
  return found.map(({ kid }) => kid).join(' ')
}

export type Rotated = { kid: string; retiredKid: string; signsFrom: Date }

/** Puts a new key in the place of the present one. Undefined when somebody else was doing the same. */
export async function rotateKey(
  tx: Transaction,
  use: KeyUse,
  fresh: SigningKey,
): Promise<Rotated | undefined> {
  const retired = await row<{ retiredKid: string; signsFrom: Date }>(
    tx,
    sql`
    update signing_keys set retired_at = now() + ${lead}::interval
    where use = ${use} and retired_at is null
    returning kid as retired_kid, retired_at as signs_from`,
  )
  if (!retired || !(await insertKey(tx, use, fresh))) return undefined
  return { ...retired, kid: fresh.kid }
}

/**
 * Each key that ever signed for a use. One that does not open under SECRET_KEYS, or is not the public half of
 * what was sealed there, was put in by somebody else, and is left out.
 */
export async function listPublicKeys(db: Db, use: KeyUse): Promise<JWK[]> {
  const found = await rows<Row>(
    db,
    sql`
    select kid, algorithm, public_jwk, private_jwk from signing_keys
    where use = ${use} order by created_at`,
  )
  return found.flatMap((each) => {
    const { publicJwk } = each
    const isOurs = isOpened(each) && opened(each).privateJwk['x'] === publicJwk['x']
    return isOurs ? [publicJwk] : []
  })
}

type Row = Omit<SigningKey, 'privateJwk'> & { privateJwk: string }

async function findCurrent(db: Db, use: KeyUse): Promise<SigningKey | undefined> {
  const found = await row<Row>(
    db,
    sql`
    select kid, algorithm, public_jwk, private_jwk from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now())
    order by retired_at nulls last limit 1`,
  )
  return found && opened(found)
}

/** Slow: never inside a transaction. */
export async function generateKey(use: KeyUse): Promise<SigningKey> {
  const algorithm = algorithms[use]
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const about = { kid, alg: algorithm, use: 'sig' }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), ...about }
  return { kid, algorithm, publicJwk: { ...publicJwk, ...about }, privateJwk }
}

async function insertKey(db: Db, use: KeyUse, key: SigningKey): Promise<boolean> {
  const { kid, algorithm, publicJwk, privateJwk } = key
  const inserted = await run(
    db,
    sql`
    insert into signing_keys (kid, use, algorithm, public_jwk, private_jwk)
    values (${kid}, ${use}, ${algorithm}, ${JSON.stringify(publicJwk)},
            ${encrypt('signing-key', kid, JSON.stringify(privateJwk))})
    on conflict (use) where retired_at is null do nothing`,
  )
  return inserted === 1
}

function opened(found: Row): SigningKey {
  const privateJwk = JSON.parse(decrypt('signing-key', found.kid, found.privateJwk)) as JWK
  return { ...found, privateJwk }
}

function isOpened(found: Row): boolean {
  try {
    return Boolean(opened(found))
  } catch {
    return false
  }
}
