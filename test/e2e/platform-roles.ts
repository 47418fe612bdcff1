import { expect, type Page } from '@playwright/test'
import { addRow, companyOf, updateRows } from './rows.ts'
import { platformRoleMessages } from '../../web/parts/texts/messages.ts'
import { invitationWords } from './invitation-words.ts'
import { cell } from './inviting.ts'
import { addPerson, server } from './people.ts'

const t = platformRoleMessages.en

let count = 0

const role = (id: string, en: string, ar: string, byCompany: boolean) => ({
  id,
  names: { en, ar },
  byCompany,
})

/** Adds a platform with roles that admins and company owners can give, and a company that administers itself. */
export async function addStage() {
  count += 1
  const [id, company] = [`ledger-${count}-${Date.now()}`, `Beacon ${count} ${Date.now()}`]
  const name = `Ledger ${count} ${Date.now()}`
  const { people } = await server()
  await people.addPlatform({ id, name, url: `https://${id}.example/` })
  await updateRows(
    'subsystems',
    { id },
    {
      roles: JSON.stringify([
        role('payer', 'Payer', 'دافع', true),
        role('approver', 'Approver', 'معتمِد', false),
      ]),
    },
  )
  const owner = await addPerson({ company, subsystems: [] })
  await updateRows('partners', companyOf(owner), { delegated: true })
  await addRow('company_roles', { userId: owner.id, role: 'owner', givenBy: 'system' })
  const legend = t.changeRolesOf({ platform: name })
  return { id, name, company, owner, legend, email: `guest.${id}@quay.example` }
}

export async function send(page: Page, email: string): Promise<void> {
  await cell(page, 'email').fill(email)
  await cell(page, 'firstname').fill('Joan')
  await cell(page, 'lastname').fill('Clarke')
  await page.getByRole('button', { name: invitationWords.send({ count: 1 }) }).click()
  await expect(
    page.getByRole('heading', { name: invitationWords.sentTitle({ count: 1 }) }),
  ).toBeFocused()
}

export async function findSent(email: string): Promise<unknown[]> {
  const { db } = await server()
  const text = 'select subsystems, platform_roles as roles from invitations where email = $1'
  return (await db.query(text, [email])).rows
}
