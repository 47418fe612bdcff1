import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { row, rows, run, sql, type Db } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

export type KeyUse = 'oidc' | 'audit' | 'sandbox' | 'entry'

export type SigningKey = { kid: string; algorithm: string; publicJwk: JWK; privateJwk: JWK }

/** RS256 is what every OpenID client must know (OpenID Connect Core §15.1). */
const algorithms: Record<KeyUse, string> = {
  oidc: 'RS256',
  audit: 'EdDSA',
  sandbox: 'EdDSA',
  entry: 'EdDSA',
}

/** A retired key is published for as long as a session, and what it signed, may live, and an hour more. */
const published = '13 hours'

/** The key that signs; made when there is none. Two servers that start at once agree on one. */
export async function currentKey(db: Db, use: KeyUse): Promise<SigningKey> {
  const known = await findCurrent(db, use)
  if (known) return known
  await makeKey(db, use)
  const made = await findCurrent(db, use)
  if (!made) throw new Error(`the signing key for ${use} vanished while it was made`)
  return made
}

/** The current key first, then the retired ones whose signatures may still be looked at. */
export async function livingKeys(db: Db, use: KeyUse): Promise<SigningKey[]> {
  await currentKey(db, use)
  const found = await rows<Row>(
    db,
    sql`
    select kid, algorithm, public_jwk, private_jwk from signing_keys
    where use = ${use} and (retired_at is null or retired_at > now() - ${published}::interval)
    order by retired_at desc nulls first`,
  )
  return found.map(opened)
}

/**
 * Each key that ever signed for a use. One that does not open under SECRET_KEYS, or is not the public half of
 * what was sealed there, was put in by somebody else, and is left out.
 */
export async function everyPublicKey(db: Db, use: KeyUse): Promise<JWK[]> {
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
    where use = ${use} and retired_at is null`,
  )
  return found && opened(found)
}

async function makeKey(db: Db, use: KeyUse): Promise<void> {
  const algorithm = algorithms[use]
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const about = { kid, alg: algorithm, use: 'sig' }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), ...about }
  await run(
    db,
    sql`
    insert into signing_keys (kid, use, algorithm, public_jwk, private_jwk)
    values (${kid}, ${use}, ${algorithm}, ${JSON.stringify({ ...publicJwk, ...about })},
            ${encrypt('signing-key', kid, JSON.stringify(privateJwk))})
    on conflict (use) where retired_at is null do nothing`,
  )
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
