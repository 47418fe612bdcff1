import type { AdapterPayload } from 'oidc-provider'
import type { PlatformAccessState } from '#contract/me.ts'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { hasKey, liveSession, sessionColumns, type Session } from '#domain/sessions/session.ts'
import { keySetFingerprint } from '#domain/keys/signing-key.ts'
import { subsystemRevision } from '#domain/platforms/subsystem.ts'
import { db, row, sql } from '#server/db.ts'
import { accessTo, grantOf, type ClientFacts } from './call-facts.ts'

/** The unverified identifiers in a browser's request for a code. */
export type BrowserKey = {
  sessionToken: string
  /** The id in the provider's cookie. The provider verifies the signature. */
  providerSession: string | undefined
  clientId: string | undefined
  ipAddress: string
}

/** The data that a request for a code needs, for a browser with a live session. It grants nothing by itself. */
export type BrowserFacts = {
  key: BrowserKey
  /** Fingerprint that changes with the published keys. */
  keySet: string
  /** Undefined unless the client is a platform. */
  client: ClientFacts | undefined
  session: Session
  /** State of the user's access to the platform. */
  access: PlatformAccessState | null
  /** The provider's session of this browser. */
  providerSession: AdapterPayload | null
  grant: AdapterPayload | null
}

type FactsRow = Session &
  Omit<BrowserFacts, 'key' | 'client' | 'session'> & { clientId: string | null; revision: string }

/** Reads the facts in one statement (decision 80). Returns undefined without a live session. */
export async function findBrowserFacts(key: BrowserKey): Promise<BrowserFacts | undefined> {
  const clientId = sql`${key.clientId ?? null}::text`
  const facts = await row<FactsRow>(db)`
    select ${sessionColumns}, ${keySetFingerprint('oidc')} as key_set,
           c.id as client_id, c.revision, ${accessTo(clientId, sql`${key.ipAddress}`)} as access,
           o.payload as provider_session,
           ${grantOf(sql`o.payload->'authorizations'->${clientId}->>'grantId'`)} as grant
    from ${liveSession.from}
    left join oidc_records o
      on o.model = 'Session' and o.id = ${recordIdOf(key.providerSession ?? '')}
         and o.expires_at > now() and (o.session_id is null or o.session_id = s.id)
    left join lateral (
      select s.id, ${subsystemRevision} as revision from subsystems s where s.id = ${clientId}
    ) as c on true
    where ${hasKey({ token: key.sessionToken })} and ${liveSession.where}`
  if (!facts) return undefined
  const { keySet, access, providerSession, grant, clientId: id, revision, ...session } = facts
  const client = id === null ? undefined : { id, revision }
  return { key, keySet, client, session, access, providerSession, grant }
}
