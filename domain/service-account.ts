import type { JSONWebKeySet } from 'jose'
import { isServiceAccountId, machineScopeNames, type MachineScope } from '#contract/machine.ts'
import { affects, row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { recordIdOf } from './oidc-record.ts'

/** A machine that calls the admin API (table service_accounts). */
export type ServiceAccount = {
  id: string
  name: string
  scopes: MachineScope[]
  /** Either keys or where they are published. */
  jwks: JSONWebKeySet | null
  jwksUri: string | null
  /** Its tokens are of one version of its keys. */
  credentialVersion: number
  expiresAt: Date
  /** Networks that it may call from; empty: any. */
  allowedFrom: string[]
  lastUsedAt: Date | null
  revokedAt: Date | null
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

/** Scopes that a later version may have given are not known here. */
function withKnownScopes(account: ServiceAccount): ServiceAccount {
  return { ...account, scopes: machineScopeNames.filter((each) => account.scopes.includes(each)) }
}

/** By id; revoked ones at the end. */
export async function listServiceAccounts(db: Db): Promise<ServiceAccount[]> {
  const found = await rows<ServiceAccount>(db)`
    select ${columns} from service_accounts a order by a.revoked_at is not null, a.id`
  return found.map(withKnownScopes)
}

export async function findServiceAccount(db: Db, id: string): Promise<ServiceAccount | undefined> {
  if (!isServiceAccountId(id)) return undefined
  const found = await row<ServiceAccount>(db)`
    select ${columns} from service_accounts a where a.id = ${id}`
  return found && withKnownScopes(found)
}

/** One that is neither revoked nor expired and may call from there. */
export async function findServiceClient(
  db: Db,
  id: string,
  ipAddress: string,
): Promise<ServiceAccount | undefined> {
  const found = await row<ServiceAccount>(db)`
    select ${columns} from service_accounts a
    where a.id = ${id} and ${isAlive} and ${isFrom(ipAddress)}`
  return found && withKnownScopes(found)
}

/** False when the id is or was that of another one, or of a platform. */
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

/** Other keys end its tokens. False when it has changed since that version, or was revoked. */
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

/** For good: its id cannot be used again. False when it was revoked already. */
export function revokeServiceAccount(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update service_accounts set revoked_at = now(), version = version + 1
    where id = ${id} and revoked_at is null`
}

/** Without the bits of an address that its network does not have. */
function networksOf({ allowedFrom }: Pick<ServiceAccount, 'allowedFrom'>) {
  return sql`array(select network(n::inet) from unnest(${allowedFrom}::text[]) n)`
}

function textOf(jwks: JSONWebKeySet | null): string | null {
  return jwks && JSON.stringify(jwks)
}

export type ServiceToken = { serviceId: string; scopes: MachineScope[]; isSeenLongAgo: boolean }

/**
 * Finds the service account of a token, and the scopes that both still have. Undefined for an expired token, from a
 * network that is not allowed, and once the account has other keys, has expired or was revoked.
 */
export async function findServiceToken(
  db: Db,
  token: string,
  ipAddress: string,
): Promise<ServiceToken | undefined> {
  const found = await row<Omit<ServiceToken, 'scopes'> & { scopes: string[] }>(db)`
    select a.id as service_id,
           coalesce(a.last_used_at < now() - interval '1 minute', true) as is_seen_long_ago,
           array(select unnest(a.scopes)
                 intersect select unnest(string_to_array(r.payload->>'scope', ' '))) as scopes
    from oidc_records r join service_accounts a on a.id = r.payload->>'clientId'
    where r.model = 'ClientCredentials' and r.id = ${recordIdOf(token)} and r.expires_at > now() and ${isAlive}
      and r.payload->'extra'->>'credentialVersion' = a.credential_version::text and ${isFrom(ipAddress)}`
  if (!found) return undefined
  return { ...found, scopes: machineScopeNames.filter((each) => found.scopes.includes(each)) }
}

export async function recordServiceUse(db: Db, id: string): Promise<void> {
  await run(db)`update service_accounts set last_used_at = now() where id = ${id}`
}

type Ending = Pick<ServiceAccount, 'id' | 'name' | 'madeBy' | 'expiresAt'> & { days: number }

/** Those that end in less than 30 or 7 days, each of which is taken once. */
export function takeEnding(tx: Transaction): Promise<Ending[]> {
  return rows<Ending>(tx)`
    with due as (
      select a.id, (select min(d) from unnest(array[7, 30]) d where a.expires_at < now() + make_interval(days => d)) as days
      from service_accounts a where ${isAlive} and a.expires_at < now() + interval '30 days'
      for no key update of a)
    update service_accounts a set expiry_mailed = due.days from due
    where a.id = due.id and coalesce(a.expiry_mailed > due.days, true)
    returning a.id, a.name, a.made_by, a.expires_at, due.days`
}
