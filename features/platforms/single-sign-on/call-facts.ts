import type { AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import type { PlatformAccessState } from '#contract/me.ts'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { platformAccessState } from '#domain/platform-access/platform-access.ts'
import { idleSince, isPlatformSeenLongAgo } from '#domain/platforms/platform-session.ts'
import { liveSession } from '#domain/sessions/session.ts'
import { keySetFingerprint } from '#domain/keys/signing-key.ts'
import { subsystemRevision } from '#domain/platforms/subsystem.ts'
import { platformOfClient } from '#domain/platforms/test-login.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import { db, rows, sql } from '#server/db.ts'
import { userColumns, type UserFacts } from './claims.ts'

/** The identifiers in a call's parameters, before the provider has verified any of them. */
export type FactsKey = {
  /** Client id in valid id characters. If undefined, the client of the token is used. */
  clientId?: string | undefined
  /** A code or token; `models` lists its possible models. */
  token?: string | undefined
  models: readonly string[]
}

/** A code or token of a live session with its grant, its user, and the user's access to the platform. */
export type TokenFacts = UserFacts & {
  model: string
  payload: AdapterPayload
  /** Seconds until the expiry, by the database's clock. */
  secondsLeft: number
  isConsumed: boolean
  grant: AdapterPayload | null
  access: PlatformAccessState | null
  sessionId: string | null
  /** Time since which the platform's own session has been idle for too long; null if it is not. */
  idleSince: Date | null
  /** True if the use of the platform should be recorded again; false without an idle timeout. */
  isPlatformSeenLongAgo: boolean
}

/** The id of a client that is a platform. The revision changes with each change of the platform. */
export type ClientFacts = { id: string; revision: string }

/** The data that one call to the provider needs. It grants nothing by itself: the provider verifies all of it. */
export type CallFacts = {
  key: FactsKey
  /** Fingerprint that changes with the published keys. */
  keySet: string
  /** Undefined unless the client is a platform, so also for service accounts, APIs and test clients. */
  client: ClientFacts | undefined
  token: TokenFacts | undefined
}

/** Reads the facts of concurrent calls in one statement (decision 80). */
export const findCallFacts = createBatchLoader(readFacts)

type FactsRow = TokenFacts & {
  place: number
  keySet: string
  clientId: string | null
  revision: string
}

async function readFacts(calls: readonly FactsKey[]): Promise<CallFacts[]> {
  const clientIds = calls.map(({ clientId }) => clientId ?? null)
  const recordIds = calls.map(({ token }) => (token === undefined ? null : recordIdOf(token)))
  const models = calls.map((call) => call.models.join(' '))
  // A subselect hides the array length from the planner, so that it keeps one plan.
  const factsRows = await rows<FactsRow>(db)`
    select asked.place, ${keySetFingerprint('oidc')} as key_set, c.id as client_id, c.revision, t.*
    from unnest((select ${clientIds}::text[]), (select ${recordIds}::text[]), (select ${models}::text[]))
         with ordinality as asked (client_id, record_id, models, place)
    left join lateral (${requestedToken}) as t on true
    left join lateral (
      select s.id, ${subsystemRevision} as revision from subsystems s
      where s.id = coalesce(asked.client_id, t.payload->>'clientId')
    ) as c on true`
  const facts: CallFacts[] = []
  for (const { place, keySet, clientId, revision, ...token } of factsRows) {
    const client = clientId === null ? undefined : { id: clientId, revision }
    // The columns of an outer join are null without a match.
    const isFound = (token.model as string | null) !== null
    const key = calls[place - 1]!
    facts[place - 1] = { key, keySet, client, token: isFound ? token : undefined }
  }
  return facts
}

/** Returns SQL for the state of the access that user `u` of company `p` has to a platform from an IP address. */
export function accessTo(clientId: Sql, ipAddress: Sql): Sql {
  return sql`(
    select ${platformAccessState(sql`caller.ip_address`)}
    from (select ${ipAddress} as ip_address) as caller
      left join subsystems s on s.id = ${platformOfClient(clientId)}
      left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id)`
}

/**
 * SQL for the IP address of the user's login at the platform, because the call itself comes from the platform's server.
 */
const addressOfLogin = sql`(
  select ps.ip_address from platform_sessions ps
  where ps.session_id = r.session_id and ps.client_id = r.payload->>'clientId'
  order by ps.id desc limit 1)`

/** Returns SQL for the payload of a live grant. Hashes the id as `recordIdOf` does. */
export function grantOf(id: Sql): Sql {
  return sql`(
    select g.payload from oidc_records g
    where g.model = 'Grant' and g.consumed_at is null and g.expires_at > now() and g.id =
      rtrim(translate(encode(sha256(convert_to(${id}, 'UTF8')), 'base64'), '+/', '-_'), '='))`
}

// Tokens issued before migration 0024 have no version.
const authenticationVersion = sql`coalesce((r.payload->>'authenticationVersion')::int, 1)`

/**
 * SQL that is true while a refresh token matches the platform's authentication. Refresh tokens end when the secret, the
 * keys or the method change; after a change of the secret, they end with the old secret's grace period.
 */
const matchesAuthentication = sql`exists (
  select from subsystems s
  where s.id = r.payload->>'clientId'
    and s.authentication_version in (
      ${authenticationVersion},
      case when s.old_client_secret_until > now() then ${authenticationVersion} + 1 end))`

/** SQL for the seconds until the record `r` expires, by the database's clock. */
export const secondsLeft = sql`ceil(extract(epoch from r.expires_at - now()))::int`

const clientOfToken = sql`r.payload->>'clientId'`
const access = accessTo(clientOfToken, addressOfLogin)

const requestedToken = sql`
  select r.model, r.payload, ${secondsLeft} as seconds_left, r.consumed_at is not null as is_consumed, ${grantOf(sql`r.grant_id`)} as grant,
         case when u.id is not null then ${access} end as access, r.session_id,
         ${idleSince(sql`r.session_id`, clientOfToken)} as idle_since,
         ${isPlatformSeenLongAgo(sql`r.session_id`, clientOfToken)} as is_platform_seen_long_ago, ${userColumns(clientOfToken)}
  from oidc_records r left join (${liveSession.from}) on s.id = r.session_id
  where r.id = asked.record_id and r.model = any(string_to_array(asked.models, ' '))
    and r.expires_at > now() and (r.session_id is null or ${liveSession.where})
    and (r.model <> 'RefreshToken' or ${matchesAuthentication})
  limit 1`
