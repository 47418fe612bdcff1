import { expect, type Page } from '@playwright/test'
import {
  messages as companyMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { invitationWords } from '../../test/e2e/invitation-words.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { cell, chooseCompany } from '../../test/e2e/inviting.ts'
import { allowStatus, expectAccessible, test, mailTo } from '../../test/e2e/stage.ts'
import { addEarlierUser, setPlatformAccess } from '../../test/e2e/platform-access.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { enterAs } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { platformAccessMessages as notices } from '../../app/web/texts/messages.ts'

const t = userMessages.en
const own = userPageMessages.en
const hub = { name: 'Business hub' }
const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })
const saved = () => t.accessSaved({ name: 'Grace Hopper' })

test('M1: the second of two admins who change a user’s platforms sees who was first, and the current state', async ({
  page,
  browser,
}) => {
  const ada = await addEarlierUser()
  const other = await newPage(browser)
  await enterAsAdmin(other, { roles: ['support'], firstname: 'Rosa' }, `/admin/users/${ada.id}`)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  await expect(switchOf(page)).not.toBeChecked()
  await switchOf(page).click()
  await setPlatformAccess(other, 'on')
  await expect(other.getByText(saved())).toBeVisible()

  allowStatus(page, 409)
  const question = page.getByRole('dialog')
  await question.getByLabel(t.reason).fill('Joined the treasury')
  await question.getByRole('button', { name: own.give }).click()
  await expect(page.getByText(t.changedBy({ name: 'Rosa Hopper' }))).toBeVisible()
  await page.getByRole('button', { name: t.reload }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(switchOf(page)).toBeChecked()
  await other.context().close()
})

test('P18: 409010 inviting a user of the company grants the platform; inviting a user of another company shows that company', async ({
  page,
}) => {
  const i = invitationWords
  const ada = await addEarlierUser()
  const foreign = await addEarlierUser(`Foreign Ltd ${Date.now()}`)
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
  await chooseCompany(page, 'Harbour Trading')
  await expect(page.getByText(i.hasAll)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await cell(page, 'firstname').fill('Grace')
  await cell(page, 'lastname').fill('Hopper')
  await cell(page, 'email').fill(foreign.email)
  // Screen readers get the same text from the field.
  await expect(page.getByText(/^This user belongs to .*Foreign Ltd/).last()).toBeVisible()
  await cell(page, 'email').fill(ada.email)
  await expect(page.getByText(i.willGive)).toBeVisible()
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  const invitedRow = page.getByRole('row').filter({ hasText: ada.email })
  await expect(invitedRow).toContainText('Business hub')
  await page.getByRole('link', { name: i.back }).first().click()
  await expect(page.getByRole('row').filter({ hasText: ada.email })).toContainText(i.state_accepted)
})

for (const locale of ['en', 'ar'] as const) {
  test(`M1 SC-16: the panels of platforms are accessible on a phone (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    const ada = await addEarlierUser()
    await enterAsAdmin(page, { roles: ['support'], locale }, `/admin/users/${ada.id}`)
    await expect(switchOf(page)).not.toBeChecked()
    await expectAccessible(page, locale)
    const c = companyMessages[locale]
    await page.goto('/admin/companies?q=Harbour+Trading')
    await page.getByRole('link', { name: 'Harbour Trading' }).first().click()
    await page.getByRole('tab', { name: companyTabMessages[locale].tab_access }).click()
    await page.getByRole('button', { name: c.giveOf({ platform: hub.name }) }).click()
    await expect(page.getByRole('dialog').locator('strong')).toBeVisible()
    await expectAccessible(page, locale)
  })
}

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
