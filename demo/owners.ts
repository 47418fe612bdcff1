import type { CompanyRole } from '#contract/permission.ts'
import { openDueReviews } from '#domain/access-review-work.ts'
import { addAccessRequest } from '#domain/access-request.ts'
import { replaceCompanyRoles } from '#domain/company-role.ts'
import { findOrCreatePartner } from '#domain/partner.ts'
import { setPassword } from '#domain/password.ts'
import { grantAccess } from '#domain/platform-account.ts'
import { confirmSecondFactor, createPendingFactor } from '#domain/second-factor.ts'
import { addUser, findUserByEmail, markOnboarded } from '#domain/user.ts'
import { db, run, transaction, type Transaction } from '#server/db.ts'
import { demoEmail } from './seed.ts'

/** The users of the two companies that administer themselves by demo/portico.yaml. */

type Colleague = {
  name: string
  roles?: readonly CompanyRole[]
  platforms?: readonly string[]
  payoutRoles?: string[]
  /** A platform that the colleague asks for, and why. */
  asks?: string
}

const colleagues: readonly Colleague[] = [
  { name: 'Charles Babbage', roles: ['people'], platforms: ['business-hub'] },
  { name: 'Mary Somerville', roles: ['auditor'], platforms: ['business-hub', 'onboarding'] },
  { name: 'Joseph Whitworth', platforms: ['payouts'], payoutRoles: ['payer'] },
  { name: 'George Boole', asks: 'I prepare the figures of the third quarter.' },
]

const competitors: readonly Colleague[] = [
  { name: 'Isambard Brunel', roles: ['owner'], platforms: ['business-hub'] },
  { name: 'Sophia Kingdom', platforms: ['business-hub'] },
]

/** Makes the user of the demo owner of their company: colleagues with roles, an open request, a review of access. */
export async function addOwners(hash: string): Promise<void> {
  const owner = await findUserByEmail(db, demoEmail)
  if (!owner?.partnerId) return
  const { id, partnerId } = owner
  await transaction(db, async (tx) => {
    await grantAccess(tx, id, ['payouts'], {
      platformRoles: [{ subsystem: 'payouts', roles: ['approver'] }],
    })
    await replaceCompanyRoles(tx, id, ['owner'], 'system')
    await addAll(tx, colleagues, { partnerId, hash, domain: 'harbour.example' })
    const otherId = await findOrCreatePartner(tx, 'Great Western Lines')
    // Old enough for a first review of access.
    await run(tx)`
      update partners set created_at = now() - interval '7 months' where id in (${partnerId}, ${otherId})`
    await addAll(tx, competitors, { partnerId: otherId, hash, domain: 'western.example' })
    // Who decides has held the right for a day.
    await run(tx)`update company_roles set given_at = now() - interval '30 days'`
  })
  await openDueReviews(db)
}

type Company = { partnerId: string; hash: string; domain: string }

async function addAll(
  tx: Transaction,
  all: readonly Colleague[],
  { partnerId, hash, domain }: Company,
): Promise<void> {
  for (const { name, roles = [], platforms = [], payoutRoles = [], asks } of all) {
    const [firstname = '', lastname = ''] = name.split(' ')
    const email = `${firstname}.${lastname}@${domain}`.toLowerCase()
    const person = { partnerId, email, firstname, lastname, preferredLanguage: 'en' } as const
    const userId = await addUser(tx, person)
    if (!userId) continue
    await setPassword(tx, userId, hash)
    await confirmSecondFactor(tx, await createPendingFactor(tx, userId, 'seed'), 0)
    await markOnboarded(tx, userId)
    await grantAccess(tx, userId, [...platforms], {
      platformRoles: [{ subsystem: 'payouts', roles: payoutRoles }],
    })
    await replaceCompanyRoles(tx, userId, roles, 'system')
    if (asks !== undefined)
      await addAccessRequest(tx, { userId, subsystemId: 'business-hub', reason: asks })
  }
}
