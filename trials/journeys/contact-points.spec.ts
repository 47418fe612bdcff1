import { expect } from '@playwright/test'
import {
  mailMessages,
  panelMessages,
  verifyMessages,
} from '../../features/account/contact-points/texts/messages.ts'
import { newPage } from '../../test/e2e/admins.ts'
import { enterIn, openLink } from '../../test/e2e/people.ts'
import { allowStatus, expectAccessible, linkIn, mailTo, test } from '../../test/e2e/stage.ts'

test('a user adds an address for notifications, confirms it by mail, and removes it', async ({
  page,
  browser,
}) => {
  const t = panelMessages.en
  const person = await enterIn(page, 'en', '/main/security#contact-points')
  const home = `home.${person.email}`
  allowStatus(page, 400)
  await page.getByRole('button', { name: t.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t.addTitle })
  await dialog.getByLabel(t.email).fill(person.email)
  await dialog.getByRole('button', { name: t.add, exact: true }).click()
  await expect(dialog.getByText(t.ownAddress)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(t.email).fill(home)
  await dialog.getByRole('button', { name: t.add, exact: true }).click()
  await expect(page.getByText(t.unconfirmed, { exact: true })).toBeVisible()
  await expectAccessible(page)

  const subject = new RegExp(mailMessages.en.confirmSubject({ brand: '.*' }))
  const confirmPage = await newPage(browser)
  await openLink(confirmPage, linkIn(await mailTo(home, subject)))
  await expect(confirmPage).toHaveURL(/\/contact-point$/)
  await expectAccessible(confirmPage)
  await confirmPage.getByRole('button', { name: verifyMessages.en.confirm }).click()
  await expect(
    confirmPage.getByRole('heading', { level: 1, name: verifyMessages.en.doneTitle }),
  ).toBeFocused()
  await confirmPage.context().close()
  const added = new RegExp(mailMessages.en.addedSubject({ brand: '.*' }))
  await mailTo(person.email, added)

  await page.reload()
  await expect(page.getByText(t.waiting, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t.removeOf({ email: home }) }).click()
  const question = page.getByRole('dialog', { name: t.removeTitle })
  await question.getByRole('button', { name: t.remove, exact: true }).click()
  await expect(page.getByText(t.none)).toBeVisible()
})
