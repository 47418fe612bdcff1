import type { JSONWebKeySet } from 'jose'
import type { Sql } from 'sql-template-tag'
import type { EntryState } from '#contract/me.ts'
import { allowedUrlOf } from '#contract/redirect.ts'
import { row, rows, run, sql, type Db } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

/** A platform that people enter by logging in here once. */
export type Subsystem = {
  id: string
  name: string
  url: string
  /** Null for a platform that can keep none, or that signs what it asks. */
  clientSecret: string | null
  /** The public keys of a platform that signs what it asks (`private_key_jwt`). */
  jwks?: JSONWebKeySet | null
  /** Optional only for a platform that proves itself by a secret or a key. */
  pkce?: 'required' | 'optional'
  redirectUris: string[]
  postLogoutUris: string[]
  backchannelLogoutUri: string | null
  /** The origin of a platform behind a proxy that asks here who somebody is (forward-auth). */
  entryOrigin?: string | null
}

/** Registers a platform, or changes how it is registered: from its next call on, everywhere. */
export async function addSubsystem(db: Db, about: Subsystem): Promise<void> {
  const secret = about.clientSecret && encrypt('client-secret', about.id, about.clientSecret)
  const jwks = about.jwks ? JSON.stringify(about.jwks) : null
  await run(
    db,
    sql`
    insert into subsystems
      (id, name, url, client_secret, jwks, pkce, redirect_uris, post_logout_uris, backchannel_logout_uri,
       entry_origin)
    values (${about.id}, ${about.name}, ${about.url}, ${secret}, ${jwks}, ${about.pkce ?? 'required'},
            ${about.redirectUris}, ${about.postLogoutUris}, ${about.backchannelLogoutUri},
            ${about.entryOrigin ?? null})
    on conflict (id) do update
    set name = excluded.name, url = excluded.url, client_secret = excluded.client_secret,
        jwks = excluded.jwks, pkce = excluded.pkce, redirect_uris = excluded.redirect_uris,
        post_logout_uris = excluded.post_logout_uris,
        backchannel_logout_uri = excluded.backchannel_logout_uri,
        entry_origin = excluded.entry_origin`,
  )
}

const columns = sql`
  id, name, url, client_secret, jwks, pkce, redirect_uris, post_logout_uris, backchannel_logout_uri,
  entry_origin`

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

/** The platform that an address belongs to, and the address as a browser reads it. */
export async function platformAt(
  db: Db,
  url: string | undefined,
): Promise<{ platform: Subsystem; href: string } | undefined> {
  for (const platform of url ? await listSubsystems(db) : []) {
    const href = allowedUrlOf(url, [platform.url])
    if (href !== undefined) return { platform, href }
  }
  return undefined
}

/** Lets a person into platforms; one that does not exist is an error. */
export async function giveAccess(
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

export type Refused = Exclude<EntryState, 'active'>

/**
 * How a person (u), her company (p), her account (a) on a platform and the platform (s) stand to each other, in
 * the statements of users and here. Without an address it is left open from where she comes.
 */
export function entryState(ipAddress: string | Sql | undefined): Sql {
  return sql`
    case when p.active and s.id <> all(p.subsystems) then 'wrong_subsystem'
         when a.user_id is null then 'no_access'
         when p.id is null or not p.active then 'no_partner'
         when not a.active or not s.active then 'deactivated'
         when not ${ipAddress === undefined ? sql`true` : isAllowedFrom(ipAddress)} then 'ip_not_allowed'
         else 'active' end`
}

/** A company without rules is open to every address; one with rules to none that cannot be read. */
function isAllowedFrom(ipAddress: string | Sql): Sql {
  return sql`(
    select coalesce(bool_or(coalesce(address_of(${ipAddress}) <<= r.cidr, false)), true)
    from ip_allow_rules r
    where r.partner_id = p.id and coalesce(r.subsystem_id, s.id) = s.id)`
}

/** Why somebody may not enter a platform from an address, or one that a statement finds (PE-06). */
export async function entryRefusal(
  db: Db,
  userId: string,
  subsystemId: string,
  ipAddress: string | Sql,
): Promise<Refused | undefined> {
  const found = await row<{ state: EntryState }>(
    db,
    sql`
    select ${entryState(ipAddress)} as state
    from users u
    left join partners p on p.id = u.partner_id
    left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = ${subsystemId}
    left join subsystems s on s.id = ${subsystemId}
    where u.id = ${userId} and u.active`,
  )
  if (!found) return 'deactivated'
  return found.state === 'active' ? undefined : found.state
}

function opened(found: Subsystem): Subsystem {
  const { id, clientSecret } = found
  return { ...found, clientSecret: clientSecret && decrypt('client-secret', id, clientSecret) }
}
