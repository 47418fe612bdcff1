import { expect, type Page } from '@playwright/test'
import { counted, fill } from '#contract/locale.ts'
import { updateRows } from './rows.ts'
import { platformAccessMessages as notices } from '../../app/web/platform-access-messages.ts'
import { messages as companyMessages } from '../../features/admin/companies/messages.ts'
import { companyTabMessages } from '../../features/admin/companies/tab-messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { userPageMessages } from '../../features/admin/users/user-page-messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { enterAs } from './people.ts'
import { urls } from './place.ts'
import { mailTo, test } from './stage.ts'
import { oldHand, turn } from './platform-access.ts'

const t = userMessages.en

const own = userPageMessages.en

const hub = { name: 'Business hub' }

const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })

const saved = () => fill(t.accessSaved, { name: 'Grace Hopper' })

test('M1: an admin lets a user who joined last year into a platform: in with the next click, without a login; then deactivates and takes it', async ({
  page,
  browser,
}) => {
  const ada = await oldHand()
  const theirs = await newPage(browser)
  await enterAs(theirs, ada)
  await theirs.goto(urls.hub)
  await expect(theirs).toHaveURL(/error_type=no_access$/)

  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  await expect(page.getByText(own.why_not_given).first()).toBeVisible()
  await turn(page, 'on')
  await expect(page.getByText(saved())).toBeVisible()
  await expect(switchOf(page)).toBeChecked()
  await theirs.goto(urls.hub)
  await expect(theirs.getByText('Grace Hopper')).toBeVisible()
  expect(new URL(theirs.url()).origin).toBe(urls.hub)
  const mail = await mailTo(ada.email, /platforms have changed/)
  expect(mail.Text).toContain('You can now open Business hub')

  await turn(page, 'deactivated')
  await expect(page.getByText(own.why_deactivated)).toBeVisible()
  await expect(switchOf(page)).not.toBeChecked()
  const isIn = async () => (await theirs.request.get(urls.hub, { maxRedirects: 0 })).ok()
  await expect.poll(isIn, { timeout: 3_000 }).toBe(false)
  await theirs.goto(urls.hub)
  await expect(theirs).toHaveURL(/error_type=deactivated$/)
  await expect(theirs.getByText(fill(notices.en.deactivatedTitle, hub))).toBeVisible()

  await turn(page, 'on')
  await expect(switchOf(page)).toBeChecked()
  await turn(page, 'no_access')
  await expect(switchOf(page)).not.toBeChecked()
  await expect(page.getByText(own.why_deactivated)).toHaveCount(0)
  await theirs.goto(urls.hub)
  await expect(theirs).toHaveURL(/error_type=no_access$/)
  await theirs.context().close()
})

test('M1 U12: a company gets a platform by its switch, and its users by one confirmed order that shows how many', async ({
  page,
  browser,
}) => {
  const c = companyMessages.en
  const company = `Narrow Ltd ${Date.now()}`
  const people = [await oldHand(company), await oldHand(company)]
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
  await expect(
    page.getByRole('button', { name: fill(c.giveOf, { platform: hub.name }) }),
  ).toHaveCount(0)

  await page.getByLabel(c.hasAll).check()
  await expect(page.getByRole('checkbox', { name: hub.name })).toHaveCount(0)
  await page.getByRole('button', { name: c.save }).click()
  await page.getByRole('button', { name: fill(c.giveOf, { platform: hub.name }) }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(counted(c.concerned, 2, 'en'))).toBeVisible()
  await question.getByLabel(c.reason).fill('A contract was signed')
  await question.getByRole('button', { name: c.give }).click()
  const giving = fill(counted(c.giving, 2, 'en'), { platform: hub.name })
  await expect(page.getByText(giving)).toBeVisible()
  for (const ada of people) {
    await mailTo(ada.email, /platforms have changed/)
    const theirs = await newPage(browser)
    await enterAs(theirs, ada)
    await theirs.goto(urls.hub)
    await expect(theirs.getByText('Grace Hopper')).toBeVisible()
    await theirs.context().close()
  }
  await page.reload()
  await expect(page.getByLabel(c.hasAll)).toBeChecked()
})
