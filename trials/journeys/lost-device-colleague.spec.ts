import { expect, type Page } from '@playwright/test'
import { now } from '#test/rows.ts'
import { mailMessages as approvalMails } from '../../features/admin/approvals/texts/messages.ts'
import { mailMessages } from '../../features/account/lost-device/texts/messages.ts'
import { messages as resetMessages } from '../../features/account/recovery/texts/messages.ts'
import { messages } from '../../features/company/approvals/texts/messages.ts'
import { messages as overviewMessages } from '../../features/company/overview/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { newPage } from '../../test/e2e/admins.ts'
import { enterAs, openLink, passDelay, recovery } from '../../test/e2e/people.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import {
  atHome,
  Authenticator,
  expectAccessible,
  linkIn,
  mailTo,
  password,
  setLocale,
  subjectLike,
  test,
} from '../../test/e2e/stage.ts'
import { addColleagues, askForHelp } from './lost-device-colleague.ts'

const phone = { width: 390, height: 844 }

const [t, reset] = [messages.ar, resetMessages.ar]

async function fitsPhone(page: Page): Promise<void> {
  await expectAccessible(page, 'ar')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
}

test('U3 U17: a company administrator approves a lost-device request, and its link sets up a new factor, in Arabic on a phone', async ({
  page,
  browser,
}) => {
  test.slow()
  await page.setViewportSize(phone)
  await setLocale(page, 'ar')
  const [user, manager] = await addColleagues()
  await askForHelp(page, user)
  const subject = subjectLike(approvalMails.ar.askedSubject({ kind: '.*' }))
  const path = linkIn(await mailTo(manager.email, subject))
  expect(path).toContain('/main/company/requests?approval=')

  const managerPage = await newPage(browser, 'ar')
  await managerPage.setViewportSize(phone)
  await enterAs(managerPage, manager, '/main/company')
  const task = managerPage.getByRole('listitem')
  const resetTask = task.filter({ hasText: overviewMessages.ar.resets({ count: 1 }) })
  await resetTask.getByRole('link', { name: overviewMessages.ar.view }).click()
  await expect(managerPage.getByRole('heading', { name: t.title })).toBeVisible()
  await managerPage.goto(path)
  const row = managerPage.getByRole('listitem').filter({ hasText: '+351 21 000 0000' })
  await expect(row).toContainText('سُرق الهاتف في القطار')
  await fitsPhone(managerPage)
  await row.getByRole('button', { name: t.approve }).click()
  const dialog = managerPage.getByRole('dialog', {
    name: t.approveTitle({ name: 'Grace Hopper' }),
  })
  await dialog.getByLabel(t.evidence).fill('أعرفها')
  await dialog.getByRole('button', { name: t.approve }).click()
  await expect(dialog.getByText(t.evidenceTooShort)).toBeVisible()
  await dialog.getByLabel(t.evidence).fill('اتصلت بها على رقم المكتب وعرفت صوتها')
  await fitsPhone(managerPage)
  await dialog.getByRole('button', { name: t.approve }).click()
  await expect(row.getByText(t.state_waiting)).toBeVisible()
  await fitsPhone(managerPage)

  const { openCaseOf } = await recovery()
  await mailTo(user.email, new RegExp(mailMessages.ar.approvedSubject))
  await passDelay(await openCaseOf(user))
  await managerPage.goto(path)
  await expect(managerPage.getByText(t.changedMeanwhile)).toBeVisible()
  await managerPage.context().close()

  const mail = await mailTo(user.email, subjectLike(mailMessages.ar.openSubject({ brand: '.*' })))
  await openLink(page, linkIn(mail))
  await page.getByLabel(reset.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: reset.next }).click()
  const key = page.locator('code[aria-labelledby=authenticator-key]')
  const fresh = new Authenticator(((await key.textContent()) ?? '').replaceAll(/\s/g, ''))
  await page.getByLabel(reset.newCode).fill(await fresh.code())
  await expect(page.getByRole('heading', { level: 1, name: reset.doneTitle })).toBeFocused()
  await page.getByRole('button', { name: secondFactorMessages.ar.saved }).click()
  await atHome(page)
})

test('U17 403005 mayNotDecide: an administrator who has held the role for less than a day can decline, but not approve', async ({
  page,
}) => {
  const { addDecider } = await recovery()
  await addDecider()
  await setLocale(page, 'ar')
  const [user, manager] = await addColleagues()
  await updateRows('company_roles', { userId: manager.id }, { givenAt: now })
  await askForHelp(page, user)
  await enterAs(page, manager, '/main/company/requests')
  const row = page.getByRole('listitem').filter({ hasText: '+351 21 000 0000' })
  await expect(row).toContainText(t.mayNotDecide)
  await expect(row.getByRole('button', { name: t.refuse })).toBeVisible()
  await expect(row.getByRole('button', { name: t.approve })).toHaveCount(0)
})
