import { mailedToken } from '#domain/sign-in/link.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db, rows } from '#server/db.ts'
import { addAdmin, logInAdmin } from './people.ts'
import * as contract from '../../features/admin/invitations/contract.ts'

await upsertSubsystem(db, {
  id: 'hub',
  name: 'Hub',
  url: 'https://hub.example',
  clientSecret: null,
  redirectUris: ['https://hub.example/callback'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
})

export const partnerId = await findOrCreatePartner(db, 'Harbour Ltd')

const admin = await addAdmin({ roles: ['user_admin'] })

export const browser = await logInAdmin(admin)

let count = 0

export function newGuest(options: { partnerId?: string; redirectUrl?: string } = {}) {
  count += 1
  return {
    email: `invited${count}@quay.example`,
    firstname: 'Grace',
    lastname: 'Hopper',
    partnerId,
    subsystems: ['hub'],
    preferredLanguage: 'en' as const,
    ...options,
  }
}

export async function invited(): Promise<{ id: string; token: string; email: string }> {
  const body = newGuest()
  const { id } = await browser.call(contract.addInvitation, { body })
  const [link] = await livingLinks(id)
  return { id, token: (await mailedToken(db, link?.id ?? '')) ?? '', email: body.email }
}

export function livingLinks(id: string): Promise<{ id: string }[]> {
  return rows<{ id: string }>(db)`
    select id from one_time_links
    where invitation_id = ${id} and voided_at is null and used_at is null`
}
