import { randomUUID } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import type { CompanyRole } from '#contract/permission.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, rows, run, transaction } from '#server/db.ts'
import { sendCompanyInvitation } from '../../features/company/invitations/jobs.ts'
import * as invitations from '../../features/company/invitations/contract.ts'
import {
  addPlatform,
  addUser,
  logIn,
  type TestUser,
  type UserOptions,
  type Visitor,
} from './people.ts'

/** Companies that administer themselves, for unit tests, journeys and the tour. */

export type Delegated = {
  name: string
  partnerId: string
  /** Two platforms. The company's administrators may grant only the first. */
  platforms: readonly [string, string]
}

type Options = { seats?: number | null }

let count = 0

/** Adds a company that administers itself. */
export async function addDelegated(
  name: string,
  { seats = null }: Options = {},
): Promise<Delegated> {
  count += 1
  const [grantable, reserved] = [`given-${count}`, `kept-${count}`]
  await addPlatform({ id: grantable, name: `${name} hub` })
  await addPlatform({ id: reserved, name: `${name} vault` })
  const partnerId = await findOrCreatePartner(db, name)
  await run(db)`
    update partners
    set delegated = true, seats = ${seats}, subsystems = ${[grantable, reserved]}, delegated_subsystems = ${[grantable]}
    where id = ${partnerId}`
  return { name, partnerId, platforms: [grantable, reserved] }
}

/** Gives a user company roles that look long-held. */
export async function giveCompanyRoles(
  { id }: Pick<TestUser, 'id'>,
  ...roles: readonly CompanyRole[]
): Promise<void> {
  await transaction(db, (tx) => replaceCompanyRoles(tx, id, roles, 'system'))
  await run(db)`update company_roles set given_at = now() - interval '2 days' where user_id = ${id}`
}

/** Adds a user of the company with these roles. Returns the user with a logged-in browser. */
export async function addColleague(
  { name }: Pick<Delegated, 'name'>,
  roles: readonly CompanyRole[] = [],
  options: UserOptions = {},
): Promise<TestUser & { browser: Visitor }> {
  const user = await addUser({ company: name, ...options })
  if (options.platforms) await grantAccess(db, user.id, options.platforms)
  await giveCompanyRoles(user, ...roles)
  return { ...user, browser: await logIn(user, { ipAddress: '198.51.100.42' }) }
}

export function newRow(fields: { email?: string; preferredLanguage?: Locale } = {}) {
  count += 1
  const { email = `colleague${count}@quay.example`, preferredLanguage = 'en' } = fields
  return {
    email,
    firstname: 'Grace',
    lastname: 'Hopper',
    preferredLanguage,
  }
}

type Order = {
  subsystems?: string[]
  platformRoles?: { subsystem: string; roles: string[] }[]
  expiresAt?: string
  key?: string
}

export function inviteBy(
  { browser }: { browser: Visitor },
  users: readonly ReturnType<typeof newRow>[],
  { subsystems = [], key = randomUUID(), ...order }: Order = {},
) {
  return browser.call(invitations.inviteColleagues, {
    headers: { 'idempotency-key': key },
    body: { users: [...users], subsystems, ...order },
  })
}

/** Runs the worker's job for the invitations that companies have sent. */
export async function openCompanyInvitations(): Promise<void> {
  const jobs = await rows<{ id: string; invitationId: string; linkId: string }>(db)`
    select id, data->>'invitationId' as invitation_id, data->>'linkId' as link_id
    from pgboss.job where name = 'company-invitation' and state < 'active' order by created_on, id`
  for (const { invitationId, linkId } of jobs) await sendCompanyInvitation(invitationId, linkId)
  await run(db)`delete from pgboss.job where name = 'company-invitation'`
}
