import type { CompanyRole } from '#contract/permission.ts'
import { openDueReviews } from '#domain/platform-access/access-review-work.ts'
import { addAccessRequest } from '#domain/platform-access/access-request.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { setPassword } from '#domain/credentials/password.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { addUser, findUserByEmail, markOnboarded } from '#domain/accounts/user.ts'
import { db, run, transaction, type Transaction } from '#server/db.ts'
import { demoEmail, setUpAuthenticator } from './seed.ts'

/** A user of one of the two companies that administer themselves according to demo/portico.yaml. */
type CompanyUser = {
  name: string
  roles?: readonly CompanyRole[]
  platforms?: readonly string[]
  payoutRoles?: string[]
  /** The reason of the user's request for access to the business hub. */
  asks?: string
}

const ownCompanyUsers: readonly CompanyUser[] = [
  { name: 'Charles Babbage', roles: ['people'], platforms: ['business-hub'] },
  { name: 'Mary Somerville', roles: ['auditor'], platforms: ['business-hub', 'onboarding'] },
  { name: 'Joseph Whitworth', platforms: ['payouts'], payoutRoles: ['payer'] },
  { name: 'George Boole', asks: 'I prepare the figures of the third quarter.' },
]

const otherCompanyUsers: readonly CompanyUser[] = [
  { name: 'Isambard Brunel', roles: ['owner'], platforms: ['business-hub'] },
  { name: 'Sophia Kingdom', platforms: ['business-hub'] },
]

/** Makes the demo's user an owner of their company, with other users, roles, an open request and an access review. */
export async function addOwners(hash: string): Promise<void> {
  const owner = await findUserByEmail(db, demoEmail)
  if (!owner?.partnerId) return
  const { id, partnerId } = owner
  await transaction(db, async (tx) => {
    await grantAccess(tx, id, ['payouts'], {
      platformRoles: [{ subsystem: 'payouts', roles: ['approver'] }],
    })
    await replaceCompanyRoles(tx, id, ['owner'], 'system')
    await addAll(tx, ownCompanyUsers, { partnerId, hash, domain: 'harbour.example' })
    const otherId = await findOrCreatePartner(tx, 'Great Western Lines')
    // The company must be old enough for its first access review.
    await run(tx)`
      update partners set created_at = now() - interval '7 months' where id in (${partnerId}, ${otherId})`
    await addAll(tx, otherCompanyUsers, { partnerId: otherId, hash, domain: 'western.example' })
    // Reviewers must have held their role for a day.
    await run(tx)`update company_roles set given_at = now() - interval '30 days'`
  })
  await openDueReviews(db)
}

type Company = { partnerId: string; hash: string; domain: string }

async function addAll(
  tx: Transaction,
  all: readonly CompanyUser[],
  { partnerId, hash, domain }: Company,
): Promise<void> {
  for (const { name, roles = [], platforms = [], payoutRoles = [], asks } of all) {
    const [firstname = '', lastname = ''] = name.split(' ')
    const email = `${firstname}.${lastname}@${domain}`.toLowerCase()
    const person = { partnerId, email, firstname, lastname, preferredLanguage: 'en' } as const
    const userId = await addUser(tx, person)
    if (!userId) continue
    await setPassword(tx, userId, hash)
    await setUpAuthenticator(tx, userId)
    await markOnboarded(tx, userId)
    await grantAccess(tx, userId, [...platforms], {
      platformRoles: [{ subsystem: 'payouts', roles: payoutRoles }],
    })
    await replaceCompanyRoles(tx, userId, roles, 'system')
    if (asks !== undefined)
      await addAccessRequest(tx, { userId, subsystemId: 'business-hub', reason: asks })
  }
}
