import { expect } from '@playwright/test'
import { enterAsAdmin } from './admins.ts'
import { chooseCompany } from './inviting.ts'
import { expectAccessible, test } from './stage.ts'
import { addStage, send, findSent } from './platform-roles.ts'

test('P25: an admin invites users with roles on a platform that defines roles', async ({
  page,
}) => {
  const { id, name, company, legend, email } = await addStage()
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
  await chooseCompany(page, company)
  const roles = page.getByRole('group', { name: legend })
  await page.getByLabel('Business hub').check()
  await expect(roles).toHaveCount(0)
  await page.getByLabel(name, { exact: true }).check()
  await expect(roles.getByRole('checkbox')).toHaveCount(2)
  await roles.getByLabel('Payer').check()
  await roles.getByLabel('Approver').check()
  await expectAccessible(page)
  await send(page, email)
  expect(await findSent(email)).toEqual([
    {
      subsystems: ['business-hub', id],
      roles: [{ subsystem: id, roles: ['payer', 'approver'] }],
    },
  ])
})
