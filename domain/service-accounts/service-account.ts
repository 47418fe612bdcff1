import type { JSONWebKeySet } from 'jose'
import { isServiceAccountId, machineScopeNames, type MachineScope } from '#contract/machine.ts'
import { affects, row, rows, run, scalars, sql, type Db, type Transaction } from '#server/db.ts'
import { recordIdOf } from '../platforms/oidc-record.ts'

/** Program that calls the admin API (table `service_accounts`). */
export type ServiceAccount = {
  id: string
  name: string
  scopes: MachineScope[]
  /** Public keys; null if they are published at `jwksUri`. */
  jwks: JSONWebKeySet | null
  jwksUri: string | null
  /** Version of the keys. Tokens are valid only for the version they were issued with. */
  credentialVersion: number
  expiresAt: Date
  /** Networks from which it may call; empty means any. */
  allowedFrom: string[]
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** Actor as text, such as `admin:` and an id (domain/audit/audit.ts `actorText`). */
  madeBy: string
  version: number
  createdAt: Date
}

export type ServiceAccountFacts = Pick<
  ServiceAccount,
  'name' | 'scopes' | 'jwks' | 'jwksUri' | 'expiresAt' | 'allowedFrom'
>

const columns = sql`
  a.id, a.name, a.scopes, a.jwks, a.jwks_uri, a.credential_version, a.expires_at,
  a.allowed_from::text[] as allowed_from, a.last_used_at, a.revoked_at, a.made_by, a.version, a.created_at`

const isAlive = sql`(a.revoked_at is null and a.expires_at > now())`

function isFrom(ipAddress: string) {
  return sql`(a.allowed_from = '{}' or address_of(${ipAddress}) <<= any(a.allowed_from::inet[]))`
}

/** Returns the account without scopes that only a later version knows. */
function withKnownScopes(account: ServiceAccount): ServiceAccount {
  return { ...account, scopes: machineScopeNames.filter((each) => account.scopes.includes(each)) }
}

/** Returns all service accounts by id, revoked ones last. */
export async function listServiceAccounts(db: Db): Promise<ServiceAccount[]> {
  const accounts = await rows<ServiceAccount>(db)`
    select ${columns} from service_accounts a order by a.revoked_at is not null, a.id`
  return accounts.map(withKnownScopes)
}

export async function findServiceAccount(db: Db, id: string): Promise<ServiceAccount | undefined> {
  if (!isServiceAccountId(id)) return undefined
  const account = await row<ServiceAccount>(db)`
    select ${columns} from service_accounts a where a.id = ${id}`
  return account && withKnownScopes(account)
}

/** Returns a service account that is neither revoked nor expired and may call from the address; undefined otherwise. */
export async function findServiceClient(
  db: Db,
  id: string,
  ipAddress: string,
): Promise<ServiceAccount | undefined> {
  const account = await row<ServiceAccount>(db)`
    select ${columns} from service_accounts a
    where a.id = ${id} and ${isAlive} and ${isFrom(ipAddress)}`
  return account && withKnownScopes(account)
}

/** Adds a service account. Returns false if a platform or another service account, even a revoked one, has the id. */
export function addServiceAccount(
  tx: Transaction,
  account: ServiceAccountFacts & Pick<ServiceAccount, 'id' | 'madeBy'>,
): Promise<boolean> {
  return affects(tx)`
    insert into service_accounts (id, name, scopes, jwks, jwks_uri, expires_at, allowed_from, made_by)
    select ${account.id}, ${account.name}, ${account.scopes}::text[], ${textOf(account.jwks)}::jsonb,
           ${account.jwksUri}, ${account.expiresAt}::timestamptz, ${networksOf(account)}, ${account.madeBy}
    where not exists (select from subsystems where id = ${account.id})
    on conflict (id) do nothing`
}

type Versioned = Pick<ServiceAccount, 'id' | 'version'>

/**
 * Changes a service account; new keys invalidate its tokens. Returns false if it has changed since `version` or was
 * revoked.
 */
export function changeServiceAccount(
  tx: Transaction,
  { id, version }: Versioned,
  facts: ServiceAccountFacts,
): Promise<boolean> {
  const jwks = sql`${textOf(facts.jwks)}::jsonb`
  return affects(tx)`
    update service_accounts
    set name = ${facts.name}, scopes = ${facts.scopes}, jwks = ${jwks}, jwks_uri = ${facts.jwksUri},
        credential_version = credential_version
          + case when (jwks, jwks_uri) is distinct from (${jwks}, ${facts.jwksUri}::text) then 1 else 0 end,
        expires_at = ${facts.expiresAt}, allowed_from = ${networksOf(facts)},
        expiry_mailed = case when expires_at = ${facts.expiresAt} then expiry_mailed end,
        version = version + 1
    where id = ${id} and version = ${version} and revoked_at is null`
}

/** Revokes a service account permanently; its id cannot be reused. Returns false if it was already revoked. */
export function revokeServiceAccount(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update service_accounts set revoked_at = now(), version = version + 1
    where id = ${id} and revoked_at is null`
}

/** Returns SQL for the allowed networks with zero host bits. */
function networksOf({ allowedFrom }: Pick<ServiceAccount, 'allowedFrom'>) {
  return sql`array(select network(n::inet) from unnest(${allowedFrom}::text[]) n)`
}

function textOf(jwks: JSONWebKeySet | null): string | null {
  return jwks && JSON.stringify(jwks)
}

export type ServiceToken = { serviceId: string; scopes: MachineScope[]; isSeenLongAgo: boolean }

/**
 * Returns the service account of a token, and the scopes that both still have. Returns undefined for an expired token,
 * for an address that is not allowed, and after the account has changed its keys, expired or was revoked.
 */
export async function findServiceToken(
  db: Db,
  token: string,
  ipAddress: string,
): Promise<ServiceToken | undefined> {
  const record = await row<Omit<ServiceToken, 'scopes'> & { scopes: string[] }>(db)`
    select a.id as service_id,
           coalesce(a.last_used_at < now() - interval '1 minute', true) as is_seen_long_ago,
           array(select unnest(a.scopes)
                 intersect select unnest(string_to_array(r.payload->>'scope', ' '))) as scopes
    from oidc_records r join service_accounts a on a.id = r.payload->>'clientId'
    where r.model = 'ClientCredentials' and r.id = ${recordIdOf(token)} and r.expires_at > now() and ${isAlive}
      and r.payload->'extra'->>'credentialVersion' = a.credential_version::text and ${isFrom(ipAddress)}`
  if (!record) return undefined
  return { ...record, scopes: machineScopeNames.filter((each) => record.scopes.includes(each)) }
}

export async function recordServiceUse(db: Db, id: string): Promise<void> {
  await run(db)`update service_accounts set last_used_at = now() where id = ${id}`
}

type ExpiringServiceAccount = Pick<ServiceAccount, 'id' | 'name' | 'madeBy' | 'expiresAt'> & {
  /** Period in which the account expires: 7 or 30. */
  days: number
}

/** SQL for the shortest period in days, 7 or 30, in which service account `a` expires; null if in neither. */
const endingWithin = sql`(
  select min(d) from unnest(array[7, 30]) d where ${isAlive} and a.expires_at < now() + make_interval(days => d))`
/** SQL condition: service account `a` was not mailed about yet in this period. Null if it does not expire soon. */
const isToBeMailed = sql`${endingWithin} < coalesce(a.expiry_mailed, 31)`

/** Lists the ids of service accounts that expire in less than 30 or 7 days and were not mailed about in this period. */
export function listEnding(db: Db): Promise<string[]> {
  return scalars<string>(
    db,
  )`select a.id from service_accounts a where ${isToBeMailed} order by a.id`
}

/** Marks a service account that expires soon as mailed and returns it, once per period; undefined otherwise. */
export function takeEnding(
  tx: Transaction,
  id: string,
): Promise<ExpiringServiceAccount | undefined> {
  return row<ExpiringServiceAccount>(tx)`
    update service_accounts a set expiry_mailed = ${endingWithin}
    where a.id = ${id} and ${isToBeMailed}
    returning a.id, a.name, a.made_by, a.expires_at, a.expiry_mailed as days`
}
