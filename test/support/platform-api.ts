import { randomUUID } from 'node:crypto'
import * as client from 'openid-client'
import type { Fault } from '#contract/refusal.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, rows } from '#server/db.ts'
import { sendInvitation } from '../../features/platforms/api/jobs.ts'
import { platformFetch } from './platform-client.ts'
import { newPlatform, type Platform } from './platform.ts'

/** Fixtures for tests of platforms' own calls: a platform that may invite, and a company that uses it. */

export type InvitingPlatform = Platform & { url: string; token: string; partnerId: string }

let count = 0

export async function newInvitingPlatform(company: string): Promise<InvitingPlatform> {
  const platform = await newPlatform({ mayInvite: true })
  const partnerId = await findOrCreatePartner(db, company)
  await db.query(
    `update partners set subsystems = array_append(coalesce(subsystems, '{}'), $2) where id = $1`,
    [partnerId, platform.id],
  )
  const url = new URL(platform.callback).origin
  return { ...platform, url, partnerId, token: await ownToken(platform) }
}

/** Returns an access token of the platform for its client credentials. */
export async function ownToken({ config }: Platform, scope = 'invitations'): Promise<string> {
  return (await client.clientCredentialsGrant(config, { scope })).access_token
}

/** Returns a new user to invite to the platform's company. */
export function guestOf({ partnerId }: InvitingPlatform, options: { redirectUrl?: string } = {}) {
  count += 1
  return {
    email: `platform.guest${count}@quay.example`,
    firstname: 'Grace',
    lastname: 'Hopper',
    partnerId,
    preferredLanguage: 'en',
    ...options,
  }
}

type Answer = {
  status: number
  headers: Headers
  body: {
    id: string
    state?: string
    email?: string
    errorCode?: number
    errors?: Fault[]
  }
}

export async function askAs(
  { token }: Pick<InvitingPlatform, 'token'>,
  path: string,
  sent: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const answer = await platformFetch(path, {
    method: sent.method ?? 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': '198.51.100.42',
      ...sent.headers,
    },
    body: sent.body,
    redirect: 'manual',
  })
  const { status, headers } = answer
  return { status, headers, body: (await answer.json()) as Answer['body'] }
}

export function inviteAs(
  platform: Pick<InvitingPlatform, 'token'>,
  guest: object,
  key: string = randomUUID(),
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const body = JSON.stringify(guest)
  return askAs(platform, '/platform/invitations', { method: 'POST', headers, body })
}

export function faultOf({ body }: Answer): Fault | undefined {
  return body.errors?.[0]
}

/** Runs the worker's job for the invitations that platforms have sent. */
export async function openInvitations(): Promise<void> {
  const jobs = await rows<{ invitationId: string; linkId: string }>(db)`
    select data->>'invitationId' as invitation_id, data->>'linkId' as link_id
    from pgboss.job where name = 'platform-invitation' and state < 'active'`
  for (const { invitationId, linkId } of jobs) await sendInvitation(invitationId, linkId)
}
