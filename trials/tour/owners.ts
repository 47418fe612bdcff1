import { randomBytes } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import { processReviews } from '#domain/platform-access/access-review-work.ts'
import { addAccessRequest } from '#domain/platform-access/access-request.ts'
import { addApproval } from '#domain/approvals/approval.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { markOnboarded } from '#domain/accounts/user.ts'
import { db, run, transaction } from '#server/db.ts'
import { giveCompanyRoles } from '#test/delegated.ts'
import * as people from '#test/people.ts'
import { colleagues, names } from './names.ts'

/** Adds the owner of a company that administers itself, with users, an open request and an invitation. */
export async function addOwner(locale: Locale): Promise<{ id: string }> {
  const mark = randomBytes(3).toString('hex')
  const company = `${names[locale].company} ${mark}`
  const owner = await add(company, mark, 0, { platforms: ['business-hub', 'onboarding'], locale })
  const partnerId = await findOrCreatePartner(db, company)
  await run(db)`update partners set delegated = true, seats = 25 where id = ${partnerId}`
  await giveCompanyRoles(owner, 'owner')
  const manager = await add(company, mark, 1, { platforms: ['business-hub'], locale })
  await giveCompanyRoles(manager, 'people', 'auditor')
  await run(db)`
    update subsystem_accounts set roles = '{viewer,approver}' where user_id = ${manager.id}`
  const { id } = await add(company, mark, 2, { platforms: [], locale })
  await transaction(db, (tx) =>
    addAccessRequest(tx, {
      userId: id,
      subsystemId: 'onboarding',
      reason: 'I prepare the figures of the third quarter.',
    }),
  )
  await transaction(db, (tx) =>
    addApproval(
      tx,
      { kind: 'user', id },
      {
        kind: 'replace-factors',
        targetId: id,
        partnerId,
        proposal: { lost: 'factors', phone: '+351 21 000 0000' },
        before: {},
        targetVersion: null,
        needs: [],
        reason: 'The phone was stolen on the train.',
        delay: '24 hours',
      },
    ),
  )
  await run(db)`
    update partners set review_months = 6, created_at = now() - interval '7 months'
    where id = ${partnerId}`
  await processReviews(db)
  const { address, ...name } = names[locale]
  await people.inviteUser({
    ...name,
    company,
    email: `${address}.${mark}.guest@harbour.example`,
    platforms: ['business-hub'],
    preferredLanguage: locale,
  })
  return owner
}

/** Defines roles on a platform, for forms and lists. */
export async function nameRoles(): Promise<void> {
  const roles = [
    {
      id: 'viewer',
      names: { en: 'Viewer', ar: 'مشاهد', fr: 'Lecteur', es: 'Lector', zh: '查看者' },
    },
    {
      id: 'approver',
      names: {
        en: 'Payment approver',
        ar: 'معتمِد المدفوعات',
        fr: 'Approbateur des paiements',
        es: 'Aprobador de pagos',
        zh: '付款审批人',
      },
    },
  ].map((role) => ({ ...role, byCompany: true }))
  await run(db)`
    update subsystems set roles = ${JSON.stringify(roles)}::jsonb where id = 'business-hub'`
}

type Options = { platforms: string[]; locale: Locale }

async function add(company: string, mark: string, at: number, { platforms, locale }: Options) {
  const [firstname = '', lastname = ''] = colleagues[at] ?? []
  const user = await people.addUser({
    email: `colleague${at}.${mark}@harbour.example`,
    firstname,
    lastname,
    company,
    platforms,
    preferredLanguage: locale,
  })
  await markOnboarded(db, user.id)
  return user
}
