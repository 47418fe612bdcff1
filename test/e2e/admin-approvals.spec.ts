import { expect, type Page } from '@playwright/test'
import { approvalMessages } from '../../web/parts/texts/messages.ts'
import { messages as roleMessages } from '../../features/admin/admins/texts/messages.ts'
import { kindMessages, messages } from '../../features/admin/approvals/texts/messages.ts'
import { addAdmin } from './people.ts'
import { allowStatus, expectAccessible, mailTo, test } from './stage.ts'
import {
  enterAsSenior,
  useServerWithApprovals,
  otherPage,
  addRole,
  approve,
} from './admin-approvals.ts'

const [t, kit, words] = [messages.en, approvalMessages.en, roleMessages.en]

useServerWithApprovals()

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

test('two admins in two browsers change a role; repeating the change answers 409004', async ({
  page,
  browser,
}) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  const asker = await enterAsSenior(page, 'Asta', '/admin/admin-users')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Bea', '/admin/approvals')

  await addRole(page, joan.email, words.support)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(rowOf(page, joan.email).getByText(words.support, { exact: true })).toHaveCount(0)
  await expect(page.getByText(/needs? approval from another admin/).first()).toBeVisible()
  await expectAccessible(page)

  allowStatus(page, 409)
  await addRole(page, joan.email, words.support)
  await expect(page.getByRole('dialog').getByText(kit.approvalPending)).toBeVisible()
  await page.keyboard.press('Escape')

  await second.reload()
  await second
    .getByRole('link', { name: new RegExp(kindMessages.en['admin-roles'], 'i') })
    .first()
    .click()
  await expect(second.getByText(`: ${words.support}`)).toBeVisible()
  await expect(second.getByRole('navigation').getByText('(1 pending)')).toBeAttached()
  await expectAccessible(second)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await expect(second.getByText(t.state_done, { exact: true }).first()).toBeVisible()

  await page.reload()
  await expect(rowOf(page, joan.email).getByText(words.support, { exact: true })).toBeVisible()
  await mailTo(asker.email, /^Request approved/)
})
