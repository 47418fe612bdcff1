import type { JSONWebKeySet } from 'jose'
import type { Sql } from 'sql-template-tag'
import type { AllowedApi } from '#contract/api.ts'
import type { requirableAcrs } from '#contract/assurance.ts'
import type { PlatformRole } from '#contract/platform-role.ts'
import { allowedUrlOf } from '#contract/redirect.ts'
import { byName } from '#server/collation.ts'
import {
  affects,
  row,
  rows,
  run,
  scalar,
  sql,
  violatedIndex,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import {
  hashOfEncrypted,
  withSecretHashes,
  type EncryptedSecrets,
} from './encrypted-client-secret.ts'

/** Platform that users open by single sign-on (`subsystem` on the wire and in the database). */
export type Subsystem = {
  id: string
  name: string
  /** Sentence about what the platform is for; may be empty. */
  description: string
  url: string
  /** Origins to which a `redirect_url` may lead, besides the origin of `url`. */
  origins: string[]
  /** Hash of the client secret. Null for a public client and for `private_key_jwt`. */
  clientSecretHash: Buffer | null
  /** Hash of the previous secret, while it is still accepted. */
  oldClientSecretHash: Buffer | null
  oldClientSecretUntil: Date | null
  /** Public keys of a `private_key_jwt` client; null if they are published at `jwksUri`. */
  jwks: JSONWebKeySet | null
  jwksUri: string | null
  /** Requirement of PKCE; optional only for a platform with client authentication. */
  pkce: 'required' | 'optional'
  /** True if the platform may invite users to itself; requires client authentication. */
  mayInvite: boolean
  /** True if ID tokens carry the claims of the granted scopes. */
  idTokenClaims: boolean
  /** Scopes that the platform may request besides openid, profile and email. */
  extraScopes: string[]
  /** Minimum `acr` of a login that opens the platform; null means any. */
  requiredAcr: (typeof requirableAcrs)[number] | null
  /** Maximum age of a login that opens the platform, in minutes; null means any. */
  maxAgeMinutes: number | null
  /** Idle time in minutes after which the platform requires a step-up authentication; null means never. */
  idleMinutes: number | null
  redirectUris: string[]
  postLogoutUris: string[]
  backchannelLogoutUri: string | null
  /** Origin of a platform behind a forward-auth proxy; null for others. */
  entryOrigin: string | null
  active: boolean
  /** True if companies that have all platforms, including future ones, have this one. */
  offeredToAll: boolean
  /** Roles that users may have on the platform. */
  roles: PlatformRole[]
  /** APIs and scopes that the platform may request. */
  apis: AllowedApi[]
  /** Hash of the logo; null shows the first letter of the name instead. */
  logo: string | null
  /** Number that each change of secrets, keys or `mayInvite` increases. */
  credentialVersion: number
  /**
   * Number that increases if a secret or key is replaced or removed, or the method changes; ends all refresh tokens.
   */
  authenticationVersion: number
  /** Number that each change increases, for optimistic locking. */
  version: number
}

type Mandatory = 'id' | 'name' | 'url' | 'redirectUris' | 'postLogoutUris' | 'backchannelLogoutUri'
/** Field that is not set by a registration. */
type Computed =
  | 'clientSecretHash'
  | 'oldClientSecretHash'
  | 'oldClientSecretUntil'
  | 'logo'
  | 'credentialVersion'
  | 'authenticationVersion'
  | 'version'

/**
 * New client secret, which must be random; null removes the secret, undefined keeps it. `newSecretHash` is the hash of
 * a secret that the admin has already received.
 */
type Secret = { clientSecret?: string | null | undefined; newSecretHash?: Buffer | undefined }

/** Registration of a platform. */
export type Registration = Pick<Subsystem, Mandatory> & {
  [Name in Exclude<keyof Subsystem, Mandatory | Computed>]?: Subsystem[Name] | undefined
} & Secret

/** Creates or updates a platform. Takes effect on every server with the platform's next request. */
export async function upsertSubsystem(db: Db, platform: Registration): Promise<void> {
  if (!(await createSubsystem(db, platform))) await updateSubsystem(db, platform)
}

/** Creates a platform. Returns false if the id is taken. */
export function createSubsystem(db: Db, platform: Registration): Promise<boolean> {
  return affects(db)`
    insert into subsystems
      (id, name, description, url, origins, client_secret_hash, jwks, jwks_uri, pkce, may_invite, id_token_claims,
       extra_scopes, required_acr, max_age_minutes, idle_minutes, redirect_uris, post_logout_uris,
       backchannel_logout_uri, entry_origin, active, offered_to_all, roles, apis)
    values (${platform.id}, ${platform.name}, ${platform.description ?? ''}, ${platform.url},
            ${platform.origins ?? []}, ${secretHashOf(platform)}, ${platform.jwks ?? null},
            ${platform.jwksUri ?? null}, ${platform.pkce ?? 'required'}, ${platform.mayInvite ?? false},
            ${platform.idTokenClaims ?? true}, ${platform.extraScopes ?? []}, ${platform.requiredAcr ?? null}, ${platform.maxAgeMinutes ?? null},
            ${platform.idleMinutes ?? null}, ${platform.redirectUris}, ${platform.postLogoutUris},
            ${platform.backchannelLogoutUri}, ${platform.entryOrigin ?? null}, ${platform.active ?? true}, ${platform.offeredToAll ?? true},
            ${JSON.stringify(platform.roles ?? [])}::jsonb, ${JSON.stringify(platform.apis ?? [])}::jsonb)
    on conflict (id) do nothing`
}

/**
 * Updates a platform. Omitted fields stay, but `pkce`, `jwks`, `jwksUri` and `entryOrigin` return to their defaults.
 * Returns false for an unknown id, or if the platform has changed since `version`; without a version, changes are not
 * detected.
 */
export function updateSubsystem(
  db: Db,
  platform: Registration,
  version?: number,
): Promise<boolean> {
  const hash = secretHashOf(platform)
  const changesSecret = platform.clientSecret !== undefined || platform.newSecretHash !== undefined
  // client_secret and old_client_secret are encrypted secrets of an earlier version (encrypted-client-secret.ts). SQL
  // cannot compare an encrypted secret with a hash, so any secret that replaces one counts as new.
  const hasNewSecret = sql`(${changesSecret}::boolean
    and (client_secret is not null or client_secret_hash is distinct from ${hash}::bytea))`
  const jwks = sql`${platform.jwks ?? null}::jsonb`
  const keepsKeys = sql`coalesce((${jwks}->'keys') @> (jwks->'keys'), false)`
  const jwksUri = platform.jwksUri ?? null
  const mayInvite = sql`coalesce(${platform.mayInvite ?? null}, may_invite)`
  return affects(db)`
    update subsystems
    set name = ${platform.name}, description = coalesce(${platform.description ?? null}, description), url = ${platform.url}, origins = coalesce(${platform.origins ?? null}, origins),
        client_secret = case when not ${hasNewSecret} then client_secret end,
        client_secret_hash = case when ${hasNewSecret} then ${hash}::bytea else client_secret_hash end,
        old_client_secret = case when not ${hasNewSecret} then old_client_secret end,
        old_client_secret_hash = case when not ${hasNewSecret} then old_client_secret_hash end,
        old_client_secret_until = case when not ${hasNewSecret} then old_client_secret_until end,
        jwks = ${jwks}, jwks_uri = ${jwksUri}, pkce = ${platform.pkce ?? 'required'},
        may_invite = ${mayInvite},
        id_token_claims = coalesce(${platform.idTokenClaims ?? null}, id_token_claims),
        extra_scopes = coalesce(${platform.extraScopes ?? null}, extra_scopes),
        required_acr = ${columnOr(platform.requiredAcr, sql`required_acr`)},
        max_age_minutes = ${columnOr(platform.maxAgeMinutes, sql`max_age_minutes`)},
        idle_minutes = ${columnOr(platform.idleMinutes, sql`idle_minutes`)},
        redirect_uris = ${platform.redirectUris},
        post_logout_uris = ${platform.postLogoutUris},
        backchannel_logout_uri = ${platform.backchannelLogoutUri},
        entry_origin = ${platform.entryOrigin ?? null},
        active = coalesce(${platform.active ?? null}, active),
        offered_to_all = coalesce(${platform.offeredToAll ?? null}, offered_to_all),
        roles = coalesce(${platform.roles ? JSON.stringify(platform.roles) : null}::jsonb, roles),
        apis = coalesce(${platform.apis ? JSON.stringify(platform.apis) : null}::jsonb, apis),
        credential_version = credential_version +
          case when ${hasNewSecret} or jwks is distinct from ${jwks}
                 or jwks_uri is distinct from ${jwksUri} or may_invite <> ${mayInvite} then 1 else 0 end,
        authentication_version = authentication_version +
          case when ${hasNewSecret} or jwks_uri is distinct from ${jwksUri}
                 or (jwks is distinct from ${jwks} and not ${keepsKeys}) then 1 else 0 end,
        version = version + 1
    where id = ${platform.id} and version = coalesce(${version ?? null}, version)`
}

/** Returns SQL for the new value of a column: undefined keeps the old value, null clears it. */
function columnOr(value: string | number | null | undefined, column: Sql): Sql {
  return value === undefined ? column : sql`${value}`
}

type NewSecret = Pick<Subsystem, 'id' | 'version'> & Secret & { graceHours: number }

/**
 * Replaces the client secret; the old one stays valid for `graceHours`. Returns false if the platform has changed since
 * `version`, or has no secret.
 */
export function replaceClientSecret(db: Db, platform: NewSecret): Promise<boolean> {
  const { graceHours } = platform
  const hasGrace = sql`${graceHours}::int > 0`
  return affects(db)`
    update subsystems
    set old_client_secret = case when ${hasGrace} then client_secret end,
        old_client_secret_hash = case when ${hasGrace} then client_secret_hash end,
        old_client_secret_until =
          case when ${hasGrace} then now() + make_interval(hours => ${graceHours}) end,
        client_secret = null, client_secret_hash = ${secretHashOf(platform)},
        credential_version = credential_version + 1,
        authentication_version = authentication_version + 1, version = version + 1
    where id = ${platform.id} and version = ${platform.version}
      and num_nonnulls(client_secret, client_secret_hash) > 0`
}

/**
 * Replaces a logo and returns the former one; undefined for an unknown platform. Leaves `version` unchanged, so that
 * the test login stays valid.
 */
export async function replaceLogo(tx: Transaction, { id, logo }: Pick<Subsystem, 'id' | 'logo'>) {
  if (!isPlatformId(id)) return undefined
  const before = await row<Pick<Subsystem, 'logo'>>(tx)`
    select logo from subsystems where id = ${id} for no key update`
  if (before) await run(tx)`update subsystems set logo = ${logo} where id = ${id}`
  return before
}

/** Records that a test login of the current registration succeeded. */
export async function markTested(db: Db, id: string): Promise<void> {
  await run(db)`update subsystems set tested_at = now(), tested_version = version where id = ${id}`
}

const columns = sql`
  id, name, description, url, origins, client_secret, client_secret_hash, jwks, jwks_uri, pkce, may_invite, id_token_claims,
  extra_scopes, required_acr, max_age_minutes, idle_minutes, redirect_uris, post_logout_uris, backchannel_logout_uri,
  entry_origin, active, offered_to_all, roles, apis, logo, credential_version, authentication_version, version,
  case when old_client_secret_until > now() then old_client_secret end as old_client_secret,
  case when old_client_secret_until > now() then old_client_secret_hash end as old_client_secret_hash,
  case when old_client_secret_until > now() then old_client_secret_until end as old_client_secret_until`

/** SQL for a text that changes with each change of platform `s`. `xmin` alone can repeat in a restored cluster. */
export const subsystemRevision = sql`
  concat_ws(' ', s.xmin, s.version, s.credential_version, s.old_client_secret_until > now())`

/** Returns true for a well-formed id. PostgreSQL could not even compare a text that contains NUL. */
export function isPlatformId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id)
}

export async function findSubsystem(db: Db, id: string): Promise<Subsystem | undefined> {
  if (!isPlatformId(id)) return undefined
  const platform = await row<Subsystem & EncryptedSecrets>(db)`
    select ${columns} from subsystems where id = ${id}`
  return platform && withSecretHashes(platform)
}

export async function findSubsystemName(db: Db, id: string): Promise<string | undefined> {
  if (!isPlatformId(id)) return undefined
  return scalar<string>(db)`select name from subsystems where id = ${id}`
}

export async function listSubsystems(db: Db): Promise<Subsystem[]> {
  const platforms = await rows<Subsystem & EncryptedSecrets>(db)`
    select ${columns} from subsystems order by name ${byName}, id`
  return platforms.map(withSecretHashes)
}

/** Returns the active platform that has the origin of a URL, and the URL as browsers normalize it; or undefined. */
export async function findPlatformByUrl(
  db: Db,
  url: string | undefined,
): Promise<{ platform: Subsystem; href: string } | undefined> {
  if (!url) return undefined
  for (const platform of await listSubsystems(db)) {
    if (!platform.active) continue
    const href = allowedUrlOf(url, [platform.url, ...platform.origins])
    if (href !== undefined) return { platform, href }
  }
  return undefined
}

/** Returns true for the database error that another platform has this `entryOrigin`. */
export function isEntryOriginTaken(error: unknown): boolean {
  return violatedIndex(error) === 'subsystems_entry_origin_key'
}

function secretHashOf({ clientSecret, newSecretHash }: Secret): Buffer | null {
  return clientSecret ? tokenHash(clientSecret) : (newSecretHash ?? null)
}

/**
 * Replaces encrypted secrets by hashes and returns the number of platforms. Does nothing in the first hour after the
 * migration, because servers of the earlier version may still run.
 */
export async function hashClientSecrets(db: Db): Promise<number> {
  const platforms = await rows<EncryptedSecrets & { id: string }>(db)`
    select id, client_secret, old_client_secret from subsystems
    where num_nonnulls(client_secret, old_client_secret) > 0
      and exists (select from migrations
                  where name = '0024_client_authentication.sql' and applied_at < now() - interval '1 hour')`
  for (const { id, clientSecret, oldClientSecret } of platforms) {
    await run(db)`
      update subsystems
      set client_secret = null, old_client_secret = null,
          client_secret_hash = coalesce(${hashOfEncrypted(id, clientSecret)}, client_secret_hash),
          old_client_secret_hash = coalesce(${hashOfEncrypted(id, oldClientSecret)}, old_client_secret_hash)
      where id = ${id} and client_secret is not distinct from ${clientSecret}
        and old_client_secret is not distinct from ${oldClientSecret}`
  }
  return platforms.length
}
