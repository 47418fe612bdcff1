import { expect, type Page } from '@playwright/test'
import { counted, fill } from '#contract/locale.ts'
import { platformAccessMessages as notices } from '../../app/web/platform-access-messages.ts'
import { messages as companyMessages } from '../../features/admin/companies/messages.ts'
import { companyTabMessages } from '../../features/admin/companies/tab-messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { userPageMessages } from '../../features/admin/users/user-page-messages.ts'
import { invitationWords } from './invitation-words.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { cell, chooseCompany } from './inviting.ts'
import { addPerson, change, enterAs, type Person } from './people.ts'
import { urls } from './place.ts'
import { allow, isAccessible, mailTo, test } from './stage.ts'

const t = userMessages.en
const own = userPageMessages.en
const hub = { name: 'Business hub' }

/** A user who joined last year and has only the onboarding dashboard. */
async function oldHand(company?: string): Promise<Person> {
  const person = await addPerson({ subsystems: ['onboarding'], ...(company && { company }) })
  await change(`update users set created_at = now() - interval '1 year' where id = $1`, [person.id])
  return person
}

const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })

/** Turns the platform on, or off in one of two ways. */
async function turn(page: Page, way: 'on' | 'no_access' | 'deactivated'): Promise<void> {
  await switchOf(page).click()
  const question = page.getByRole('dialog')
  if (way !== 'on') await question.getByLabel(own.how).selectOption(way)
  await question.getByLabel(t.reason).fill('Joined the treasury')
  await question.getByRole('button', { name: way === 'on' ? own.give : own.take }).click()
}

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

  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?user=${ada.id}`)
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

test('M1: of two admins who change the platforms of a user the second is told who was first, and sees what is now', async ({
  page,
  browser,
}) => {
  const ada = await oldHand()
  const other = await newPage(browser)
  await enterAsAdmin(other, { roles: ['support'], firstname: 'Rosa' })
  await other.goto(`/admin/users?user=${ada.id}`)
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?user=${ada.id}`)
  await expect(switchOf(page)).not.toBeChecked()
  await switchOf(page).click()
  await turn(other, 'on')
  await expect(other.getByText(saved())).toBeVisible()

  allow(page, 409)
  const question = page.getByRole('dialog')
  await question.getByLabel(t.reason).fill('Joined the treasury')
  await question.getByRole('button', { name: own.give }).click()
  await expect(page.getByText(fill(t.changedBy, { name: 'Rosa Hopper' }))).toBeVisible()
  await page.getByRole('button', { name: t.reload }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(switchOf(page)).toBeChecked()
  await other.context().close()
})

test('M1 U12: a company gets a platform by its switch, and its users by one confirmed order that shows how many', async ({
  page,
  browser,
}) => {
  const c = companyMessages.en
  const company = `Narrow Ltd ${Date.now()}`
  const people = [await oldHand(company), await oldHand(company)]
  await change(`update partners set subsystems = '{onboarding}' where name = $1`, [company])
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/companies?q=${encodeURIComponent(company)}`)
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

test('P18: 409010 inviting a user of the company adds the platform, inviting one of another company names that company', async ({
  page,
}) => {
  const i = invitationWords
  const ada = await oldHand()
  const foreign = await oldHand(`Foreign Ltd ${Date.now()}`)
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto('/admin/invitations?form=new')
  await chooseCompany(page, 'Harbour Trading')
  await expect(page.getByText(i.hasAll)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await cell(page, 'firstname').fill('Grace')
  await cell(page, 'lastname').fill('Hopper')
  await cell(page, 'email').fill(foreign.email)
  // The field has the same words for a screen reader.
  await expect(page.getByText(/^This user belongs to .*Foreign Ltd/).last()).toBeVisible()
  await cell(page, 'email').fill(ada.email)
  await expect(page.getByText(i.willGive)).toBeVisible()
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  const given = page.getByRole('row').filter({ hasText: ada.email })
  await expect(given).toContainText('Business hub')
  await page.getByRole('link', { name: i.back }).first().click()
  await expect(page.getByRole('row').filter({ hasText: ada.email })).toContainText(i.state_accepted)
})

for (const locale of ['en', 'ar'] as const) {
  test(`M1 SC-16: the panels of platforms are accessible on a phone (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    const ada = await oldHand()
    await enterAsAdmin(page, { roles: ['support'], locale })
    await page.goto(`/admin/users?user=${ada.id}`)
    await expect(switchOf(page)).not.toBeChecked()
    await isAccessible(page, locale)
    const c = companyMessages[locale]
    await page.goto('/admin/companies?q=Harbour+Trading')
    await page.getByRole('link', { name: 'Harbour Trading' }).first().click()
    await page.getByRole('tab', { name: companyTabMessages[locale].tab_access }).click()
    await page.getByRole('button', { name: fill(c.giveOf, { platform: hub.name }) }).click()
    await expect(page.getByRole('dialog').locator('strong')).toBeVisible()
    await isAccessible(page, locale)
  })
}
