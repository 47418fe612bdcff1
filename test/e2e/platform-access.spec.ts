import { expect, type Page } from '@playwright/test'
import { updateRows } from './rows.ts'
import { platformAccessMessages as notices } from '../../app/web/texts/messages.ts'
import {
  messages as companyMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { enterAs } from './people.ts'
import { urls } from './place.ts'
import { mailTo, test } from './stage.ts'
import { addEarlierUser, setPlatformAccess } from './platform-access.ts'

const t = userMessages.en

const own = userPageMessages.en

const hub = { name: 'Business hub' }

const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })

const saved = () => t.accessSaved({ name: 'Grace Hopper' })

test('M1: an admin grants an earlier user a platform that opens without a login, then deactivates and revokes it', async ({
  page,
  browser,
}) => {
  const ada = await addEarlierUser()
  const userPage = await newPage(browser)
  await enterAs(userPage, ada)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=no_access$/)

  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  await expect(page.getByText(own.why_not_given).first()).toBeVisible()
  await setPlatformAccess(page, 'on')
  await expect(page.getByText(saved())).toBeVisible()
  await expect(switchOf(page)).toBeChecked()
  await userPage.goto(urls.hub)
  await expect(userPage.getByText('Grace Hopper')).toBeVisible()
  expect(new URL(userPage.url()).origin).toBe(urls.hub)
  const mail = await mailTo(ada.email, /(?:platform|(?:now|longer) have) access/)
  expect(mail.Text).toContain('You can now open Business hub')

  await setPlatformAccess(page, 'deactivated')
  await expect(page.getByText(own.why_deactivated)).toBeVisible()
  await expect(switchOf(page)).not.toBeChecked()
  const isIn = async () => (await userPage.request.get(urls.hub, { maxRedirects: 0 })).ok()
  await expect.poll(isIn, { timeout: 3_000 }).toBe(false)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=deactivated$/)
  await expect(userPage.getByText(notices.en.endedTitle(hub))).toBeVisible()

  await setPlatformAccess(page, 'on')
  await expect(switchOf(page)).toBeChecked()
  await setPlatformAccess(page, 'no_access')
  await expect(switchOf(page)).not.toBeChecked()
  await expect(page.getByText(own.why_deactivated)).toHaveCount(0)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=no_access$/)
  await userPage.context().close()
})

test('M1 U12: a company’s switch grants a platform, and one confirmation that shows the count grants its users', async ({
  page,
  browser,
}) => {
  const c = companyMessages.en
  const company = `Narrow Ltd ${Date.now()}`
  const people = [await addEarlierUser(company), await addEarlierUser(company)]
  await updateRows('partners', { name: company }, { subsystems: '{onboarding}' })
  await enterAsAdmin(
    page,
    { roles: ['support'] },
    `/admin/companies?q=${encodeURIComponent(company)}`,
  )
  await page.getByRole('link', { name: company }).first().click()
  await page.getByRole('tab', { name: companyTabMessages.en.tab_access }).click()
  await expect(page.getByLabel(c.hasAll)).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: hub.name })).not.toBeChecked()
  await expect(page.getByRole('button', { name: c.giveOf({ platform: hub.name }) })).toHaveCount(0)

  await page.getByLabel(c.hasAll).check()
  await expect(page.getByRole('checkbox', { name: hub.name })).toHaveCount(0)
  await page.getByRole('button', { name: c.save }).click()
  await page.getByRole('button', { name: c.giveOf({ platform: hub.name }) }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(c.concerned({ count: 2 }))).toBeVisible()
  await question.getByLabel(c.reason).fill('A contract was signed')
  await question.getByRole('button', { name: c.give }).click()
  const giving = c.giving({ count: 2, platform: hub.name })
  await expect(page.getByText(giving)).toBeVisible()
  for (const ada of people) {
    await mailTo(ada.email, /(?:platform|(?:now|longer) have) access/)
    const userPage = await newPage(browser)
    await enterAs(userPage, ada)
    await userPage.goto(urls.hub)
    await expect(userPage.getByText('Grace Hopper')).toBeVisible()
    await userPage.context().close()
  }
  await page.reload()
  await expect(page.getByLabel(c.hasAll)).toBeChecked()
})
