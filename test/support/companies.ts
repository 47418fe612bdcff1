import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db } from '#server/db.ts'
import { addAdmin, addUser, logInAdmin } from './people.ts'
import { newPlatform } from './platform.ts'
import * as contract from '../../features/admin/companies/contract.ts'

const admin = await addAdmin({ roles: ['support'], firstname: 'Mary', lastname: 'Ward' })

export const browser = await logInAdmin(admin)

export const [hub, board] = [await newPlatform(), await newPlatform()]

export const both = [hub.id, board.id]

type Facts = Parameters<typeof browser.call<typeof contract.addPartner>>[1]['body']

export async function added(name: string, options: Partial<Facts> = {}): Promise<string> {
  const body = { name, active: true, subsystems: both, ipAllowRules: [], ...options }
  return (await browser.call(contract.addPartner, { body })).id
}

export function change(id: string, etag: string, body: Facts) {
  const headers = { 'if-match': etag }
  return browser.call(contract.changePartner, { params: { id }, headers, body })
}

export async function addUserOf(company: string, rules: Facts['ipAllowRules'], subsystems = both) {
  const partnerId = await added(company, { ipAllowRules: rules, subsystems })
  const user = await addUser({ company })
  await grantAccess(db, user.id, both)
  return { partnerId, user, userId: user.id }
}
