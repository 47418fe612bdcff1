import { randomUUID } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { isApiClientId, type AllowedApi, type apiFormats } from '#contract/api.ts'
import { invalidField } from '#contract/refusal.ts'
import { byName } from '#server/collation.ts'
import { affects, row, rows, sql, type Db, type Transaction } from '#server/db.ts'

/** An API that platforms call with users' access tokens (table apis). */
export type Api = {
  /** Absolute URI: `resource` in requests and `aud` in tokens. */
  id: string
  /** Client id with which the API authenticates to the introspection endpoint. */
  clientId: string
  name: string
  scopes: string[]
  format: (typeof apiFormats)[number]
  clientSecretHash: Buffer
  /** Hash of the previous secret, while it is still accepted. */
  oldClientSecretHash: Buffer | null
  oldClientSecretUntil: Date | null
  /** False: no tokens are issued for the API, and it cannot introspect tokens. */
  active: boolean
  /** Version for optimistic locking, incremented with each change. */
  version: number
  createdAt: Date
}

export type ApiFacts = Pick<Api, 'name' | 'scopes' | 'format' | 'active'>

const isOldSecretAccepted = sql`old_client_secret_until > now()`
const columns = sql`
  id, client_id, name, scopes, format, client_secret_hash, active, version, created_at,
  case when ${isOldSecretAccepted} then old_client_secret_hash end as old_client_secret_hash,
  case when ${isOldSecretAccepted} then old_client_secret_until end as old_client_secret_until`

/** Lists all APIs by name, the inactive ones last. */
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

/** Adds an API. Returns false if the id is taken. */
export function createApi(tx: Transaction, api: NewApi): Promise<boolean> {
  return affects(tx)`
    insert into apis (id, client_id, name, scopes, format, client_secret_hash, active)
    values (${api.id}, ${api.clientId}, ${api.name}, ${api.scopes}, ${api.format}, ${api.clientSecretHash}, ${api.active})
    on conflict (id) do nothing`
}

type Versioned = Pick<Api, 'clientId' | 'version'>

/** Changes an API; takes effect with the next request. Returns false if `version` is not the current one. */
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

/** Replaces the secret. The old one stays valid for `graceHours`. Returns false if `version` is not the current one. */
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

/** An API with the scopes that a platform may request: those that its registration lists and that the API still has. */
export type ApiForPlatform = Pick<Api, 'id' | 'format' | 'scopes'>

/** Returns the query for the active APIs of which a platform's registration lists at least one existing scope. */
function selectApisOf(platformId: string): Sql {
  return sql`
    select a.id, a.format, granted.scopes
    from subsystems s
      cross join jsonb_to_recordset(s.apis) as listed(id text, scopes text[])
      join apis a on a.id = listed.id
      cross join lateral (
        select array(select each from unnest(a.scopes) each where each = any(listed.scopes)) as scopes) granted
    where s.id = ${platformId} and a.active and granted.scopes <> '{}'`
}

export function listApisOfPlatform(db: Db, platformId: string): Promise<ApiForPlatform[]> {
  return rows<ApiForPlatform>(db)`${selectApisOf(platformId)}`
}

/** Returns an API; undefined if it is unknown or inactive, or if the platform's registration does not list it. */
export function findApiOfPlatform(
  db: Db,
  { platformId, apiId }: { platformId: string; apiId: string },
): Promise<ApiForPlatform | undefined> {
  return row<ApiForPlatform>(db)`${selectApisOf(platformId)} and a.id = ${apiId}`
}

type Platform = { id: string; name: string; scopes: string[] }

/** Lists the platforms whose registration lists the API, by name. */
export function listPlatformsOfApi(db: Db, id: string): Promise<Platform[]> {
  return rows<Platform>(db)`
    select s.id, s.name, listed.scopes
    from subsystems s cross join jsonb_to_recordset(s.apis) as listed(id text, scopes text[])
    where listed.id = ${id} order by s.name ${byName}, s.id`
}

/** Returns true if at least one of these APIs has at least one of the scopes. */
export function hasAnyScope(
  db: Db,
  { apiIds, scopes }: { apiIds: readonly string[]; scopes: readonly string[] },
): Promise<boolean> {
  return affects(db)`
    select from apis where id = any(${[...apiIds]}::text[]) and scopes && ${[...scopes]}::text[] limit 1`
}

type Listing = {
  listed: readonly AllowedApi[]
  /** The current list of the platform; its entries may stay, even if an API has lost a scope. */
  before?: readonly AllowedApi[]
  /** APIs that this change adds or replaces; they take precedence over the stored ones. */
  addedApis?: readonly AllowedApi[]
}

/** Throws 400001 `unknownApi` if a platform's list contains a new API or scope that does not exist. */
export async function requireApis(
  db: Db,
  { listed, before = [], addedApis = [] }: Listing,
): Promise<void> {
  const all = [...(await listApis(db)), ...addedApis]
  const scopesById = new Map(all.map(({ id, scopes }) => [id, scopes]))
  for (const { id, scopes } of listed) {
    const oldScopes = before.find((each) => each.id === id)?.scopes ?? []
    const isAllowed = (scope: string) =>
      scopesById.get(id)?.includes(scope) || oldScopes.includes(scope)
    if (!scopes.every(isAllowed)) throw invalidField('apis', 'unknownApi')
  }
}
