import { randomUUID } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { isApiClientId, type AllowedApi, type apiFormats } from '#contract/api.ts'
import { invalidField } from '#contract/refusal.ts'
import { byName } from '#server/collation.ts'
import { affects, row, rows, sql, type Db, type Transaction } from '#server/db.ts'

/** An API that platforms call with access tokens of users (table apis). */
export type Api = {
  /** The absolute URI that requests name as `resource`, and tokens as `aud`. */
  id: string
  /** By which it authenticates when it introspects. */
  clientId: string
  name: string
  scopes: string[]
  format: (typeof apiFormats)[number]
  clientSecretHash: Buffer
  /** Hash of the previous secret, while it is still accepted. */
  oldClientSecretHash: Buffer | null
  oldClientSecretUntil: Date | null
  /** One that is not gets no tokens and introspects none. */
  active: boolean
  /** Increases with each change. */
  version: number
  createdAt: Date
}

export type ApiFacts = Pick<Api, 'name' | 'scopes' | 'format' | 'active'>

const isOldSecretAccepted = sql`old_client_secret_until > now()`
const columns = sql`
  id, client_id, name, scopes, format, client_secret_hash, active, version, created_at,
  case when ${isOldSecretAccepted} then old_client_secret_hash end as old_client_secret_hash,
  case when ${isOldSecretAccepted} then old_client_secret_until end as old_client_secret_until`

/** By name; those that are not active at the end. */
export function listApis(db: Db): Promise<Api[]> {
  return rows<Api>(db)`select ${columns} from apis order by not active, name ${byName}, id`
}

export async function findApi(db: Db, clientId: string): Promise<Api | undefined> {
  if (!isApiClientId(clientId)) return undefined
  return row<Api>(db)`select ${columns} from apis where client_id = ${clientId}`
}

export function findApiById(db: Db, id: string): Promise<Api | undefined> {
  return row<Api>(db)`select ${columns} from apis where id = ${id}`
}

export function newApiClientId(): string {
  return `api-${randomUUID().replaceAll('-', '')}`
}

type NewApi = ApiFacts & Pick<Api, 'id' | 'clientId' | 'clientSecretHash'>

/** Returns false when the id is taken. */
export function createApi(tx: Transaction, api: NewApi): Promise<boolean> {
  return affects(tx)`
    insert into apis (id, client_id, name, scopes, format, client_secret_hash, active)
    values (${api.id}, ${api.clientId}, ${api.name}, ${api.scopes}, ${api.format}, ${api.clientSecretHash}, ${api.active})
    on conflict (id) do nothing`
}

type Versioned = Pick<Api, 'clientId' | 'version'>

/** Applies from the next request on. Returns false when `version` is no longer the current one. */
export function updateApi(
  tx: Transaction,
  { clientId, version }: Versioned,
  { name, scopes, format, active }: ApiFacts,
): Promise<boolean> {
  return affects(tx)`
    update apis
    set name = ${name}, scopes = ${scopes}, format = ${format}, active = ${active}, version = version + 1
    where client_id = ${clientId} and version = ${version}`
}

/** Replaces the secret; the old one stays valid for `graceHours`. False when `version` is outdated. */
export function replaceApiSecret(
  tx: Transaction,
  { clientId, version }: Versioned,
  { clientSecretHash, graceHours }: Pick<Api, 'clientSecretHash'> & { graceHours: number },
): Promise<boolean> {
  const hasGrace = sql`${graceHours}::int > 0`
  return affects(tx)`
    update apis
    set old_client_secret_hash = case when ${hasGrace} then client_secret_hash end,
        old_client_secret_until = case when ${hasGrace} then now() + make_interval(hours => ${graceHours}) end,
        client_secret_hash = ${clientSecretHash}, version = version + 1
    where client_id = ${clientId} and version = ${version}`
}

/** What a platform may have in its tokens for an API: the scopes that its registration lists and the API still names. */
export type ApiForPlatform = Pick<Api, 'id' | 'format' | 'scopes'>

function allowedTo(platformId: string): Sql {
  return sql`
    select a.id, a.format, given.scopes
    from subsystems s
      cross join jsonb_to_recordset(s.apis) as listed(id text, scopes text[])
      join apis a on a.id = listed.id
      cross join lateral (
        select array(select each from unnest(a.scopes) each where each = any(listed.scopes)) as scopes) given
    where s.id = ${platformId} and a.active and given.scopes <> '{}'`
}

export function listApisOfPlatform(db: Db, platformId: string): Promise<ApiForPlatform[]> {
  return rows<ApiForPlatform>(db)`${allowedTo(platformId)}`
}

/** Undefined for an API that is unknown, not active, or not listed by the platform. */
export function findApiOfPlatform(
  db: Db,
  { platformId, apiId }: { platformId: string; apiId: string },
): Promise<ApiForPlatform | undefined> {
  return row<ApiForPlatform>(db)`${allowedTo(platformId)} and a.id = ${apiId}`
}

type Platform = { id: string; name: string; scopes: string[] }

/** The platforms that list an API, by name. */
export function listPlatformsOfApi(db: Db, id: string): Promise<Platform[]> {
  return rows<Platform>(db)`
    select s.id, s.name, listed.scopes
    from subsystems s cross join jsonb_to_recordset(s.apis) as listed(id text, scopes text[])
    where listed.id = ${id} order by s.name ${byName}, s.id`
}

/** Whether one of these APIs names one of the scopes. */
export function areScopesNamed(
  db: Db,
  { apiIds, scopes }: { apiIds: readonly string[]; scopes: readonly string[] },
): Promise<boolean> {
  return affects(db)`
    select from apis where id = any(${[...apiIds]}::text[]) and scopes && ${[...scopes]}::text[] limit 1`
}

type Listing = {
  listed: readonly AllowedApi[]
  /** What the platform lists already, which may stay. */
  before?: readonly AllowedApi[]
  /** APIs as they will be, in the place of those that there are. */
  coming?: readonly AllowedApi[]
}

/** Throws 400001 `unknownApi` for what a platform lists newly and no API names. */
export async function requireApis(
  db: Db,
  { listed, before = [], coming = [] }: Listing,
): Promise<void> {
  const all = [...(await listApis(db)), ...coming]
  const known = new Map(all.map(({ id, scopes }) => [id, scopes]))
  for (const { id, scopes } of listed) {
    const kept = before.find((each) => each.id === id)?.scopes ?? []
    const isKnown = (scope: string) => known.get(id)?.includes(scope) || kept.includes(scope)
    if (!scopes.every(isKnown)) throw invalidField('apis', 'unknownApi')
  }
}
