import type { JSONWebKeySet } from 'jose'
import { allowedUrlOf } from '#contract/redirect.ts'
import { row, rows, run, sql, violatedIndex, type Db } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

/** A platform that people enter by logging in here once. */
export type Subsystem = {
  id: string
  name: string
  url: string
  /** From where else a `redirect_url` may lead to it, beside the origin of its address. */
  origins: string[]
  /** Null for a platform that can keep none, or that signs what it asks. */
  clientSecret: string | null
  /** The one before, while it is still accepted. */
  oldClientSecret: string | null
  oldClientSecretUntil: Date | null
  /** The public keys of a platform that signs what it asks (`private_key_jwt`), or where it publishes them. */
  jwks: JSONWebKeySet | null
  jwksUri: string | null
  /** Optional only for a platform that proves itself by a secret or a key. */
  pkce: 'required' | 'optional'
  /** Whether it may invite people to itself; only for one that proves itself. */
  mayInvite: boolean
  redirectUris: string[]
  postLogoutUris: string[]
  backchannelLogoutUri: string | null
  /** The origin of a platform behind a proxy that asks here who somebody is (forward-auth). */
  entryOrigin: string | null
  active: boolean
  /** Rises with each change of what it proves itself by. */
  credentialVersion: number
  /** Rises with each change. */
  version: number
}

type Needed = 'id' | 'name' | 'url' | 'redirectUris' | 'postLogoutUris' | 'backchannelLogoutUri'
type Chosen = 'origins' | 'jwks' | 'jwksUri' | 'pkce' | 'mayInvite' | 'entryOrigin' | 'active'

/** How a platform is registered. A change without a secret leaves it the one that it has. */
export type Registration = Pick<Subsystem, Needed> &
  Partial<Pick<Subsystem, Chosen>> & { clientSecret?: string | null | undefined }

/** Registers a platform, or changes how it is registered: from its next call on, everywhere. */
export async function addSubsystem(db: Db, about: Registration): Promise<void> {
  if (!(await registerSubsystem(db, about))) await updateSubsystem(db, about)
}

/** False when another platform has the id. */
export async function registerSubsystem(db: Db, about: Registration): Promise<boolean> {
  const added = await run(
    db,
    sql`
    insert into subsystems
      (id, name, url, origins, client_secret, jwks, jwks_uri, pkce, may_invite, redirect_uris,
       post_logout_uris, backchannel_logout_uri, entry_origin, active)
    values (${about.id}, ${about.name}, ${about.url}, ${about.origins ?? []}, ${sealed(about)},
            ${jsonOf(about)}, ${about.jwksUri ?? null}, ${about.pkce ?? 'required'},
            ${about.mayInvite ?? false}, ${about.redirectUris}, ${about.postLogoutUris},
            ${about.backchannelLogoutUri}, ${about.entryOrigin ?? null}, ${about.active ?? true})
    on conflict (id) do nothing`,
  )
  return added === 1
}

/** False when it was changed since that version was seen. */
export async function updateSubsystem(
  db: Db,
  about: Registration,
  version?: number,
): Promise<boolean> {
  const hasNewSecret = about.clientSecret !== undefined
  const jwks = sql`${jsonOf(about)}::jsonb`
  const jwksUri = about.jwksUri ?? null
  const mayInvite = sql`coalesce(${about.mayInvite ?? null}, may_invite)`
  const changed = await run(
    db,
    sql`
    update subsystems
    set name = ${about.name}, url = ${about.url}, origins = coalesce(${about.origins ?? null}, origins),
        client_secret = case when ${hasNewSecret} then ${sealed(about)} else client_secret end,
        old_client_secret = case when ${hasNewSecret} then null else old_client_secret end,
        old_client_secret_until = case when ${hasNewSecret} then null else old_client_secret_until end,
        jwks = ${jwks}, jwks_uri = ${jwksUri}, pkce = ${about.pkce ?? 'required'},
        may_invite = ${mayInvite}, redirect_uris = ${about.redirectUris},
        post_logout_uris = ${about.postLogoutUris},
        backchannel_logout_uri = ${about.backchannelLogoutUri},
        entry_origin = ${about.entryOrigin ?? null},
        active = coalesce(${about.active ?? null}, active),
        credential_version = credential_version +
          case when ${hasNewSecret} or jwks is distinct from ${jwks}
                 or jwks_uri is distinct from ${jwksUri} or may_invite <> ${mayInvite} then 1 else 0 end,
        version = version + 1
    where id = ${about.id} and version = coalesce(${version ?? null}, version)`,
  )
  return changed === 1
}

type NewSecret = Pick<Subsystem, 'id' | 'version'> & { clientSecret: string; graceHours: number }

/** Gives a platform another secret; the one before is accepted for so long. False like above. */
export async function replaceClientSecret(db: Db, about: NewSecret): Promise<boolean> {
  const { graceHours } = about
  const changed = await run(
    db,
    sql`
    update subsystems
    set old_client_secret = case when ${graceHours}::int > 0 then client_secret end,
        old_client_secret_until =
          case when ${graceHours}::int > 0 then now() + make_interval(hours => ${graceHours}) end,
        client_secret = ${sealed(about)}, credential_version = credential_version + 1,
        version = version + 1
    where id = ${about.id} and version = ${about.version} and client_secret is not null`,
  )
  return changed === 1
}

const columns = sql`
  id, name, url, origins, client_secret, jwks, jwks_uri, pkce, may_invite, redirect_uris, post_logout_uris,
  backchannel_logout_uri, entry_origin, active, credential_version, version,
  case when old_client_secret_until > now() then old_client_secret end as old_client_secret,
  case when old_client_secret_until > now() then old_client_secret_until end as old_client_secret_until`

export async function findSubsystem(db: Db, id: string): Promise<Subsystem | undefined> {
  const found = await row<Subsystem>(
    db,
    sql`
    select ${columns} from subsystems where id = ${id}`,
  )
  return found && opened(found)
}

export async function listSubsystems(db: Db): Promise<Subsystem[]> {
  const found = await rows<Subsystem>(
    db,
    sql`
    select ${columns} from subsystems order by name`,
  )
  return found.map(opened)
}

/** Undefined for an address that is no platform's: nobody is sent there. */
export async function platformUrlOf(db: Db, url: string | undefined): Promise<string | undefined> {
  return (await platformAt(db, url))?.href
}

/** The platform that an address belongs to, and the address as a browser reads it. None that is switched off. */
export async function platformAt(
  db: Db,
  url: string | undefined,
): Promise<{ platform: Subsystem; href: string } | undefined> {
  for (const platform of url ? await listSubsystems(db) : []) {
    if (!platform.active) continue
    const href = allowedUrlOf(url, [platform.url, ...platform.origins])
    if (href !== undefined) return { platform, href }
  }
  return undefined
}

/** Lets a person into platforms; one that does not exist is an error. */
export async function grantAccess(
  db: Db,
  userId: string,
  subsystemIds: readonly string[],
): Promise<void> {
  await run(
    db,
    sql`
    insert into subsystem_accounts (user_id, subsystem_id)
    select ${userId}::uuid, unnest(${subsystemIds}::text[])
    on conflict (user_id, subsystem_id) do nothing`,
  )
}

/** Whether another platform stands behind a proxy under the same origin. */
export function isOriginTaken(error: unknown): boolean {
  return violatedIndex(error) === 'subsystems_entry_origin_key'
}

function opened(found: Subsystem): Subsystem {
  const { id, clientSecret, oldClientSecret } = found
  return {
    ...found,
    clientSecret: clientSecret && decrypt('client-secret', id, clientSecret),
    oldClientSecret: oldClientSecret && decrypt('client-secret', id, oldClientSecret),
  }
}

function sealed({ id, clientSecret }: Pick<Registration, 'id' | 'clientSecret'>): string | null {
  return clientSecret ? encrypt('client-secret', id, clientSecret) : null
}

function jsonOf({ jwks }: Registration): string | null {
  return jwks ? JSON.stringify(jwks) : null
}
