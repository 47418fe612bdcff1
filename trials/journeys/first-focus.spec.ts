import { expect, type Page } from '@playwright/test'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { addPerson, inviteIn, linkFor, openLink } from '../../test/e2e/people.ts'
import { setLocale, test, expectAccessible } from '../../test/e2e/stage.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as recoveryMessages } from '../../features/account/recovery/texts/messages.ts'

const password = resetMessages.en.password

const wide = { width: 1280, height: 800 }

test.beforeEach(({ page }) => setLocale(page, 'en'))

test('the address field of an invitation has the focus if the link contains no address', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  const [path = ''] = (await inviteIn('en', `first.${Date.now()}@quay.example`)).split('?')
  await openLink(page, path)
  await expect(field(page, signUpMessages.en.email)).toBeFocused()
})

test('a mailed link does not move the focus on a phone, nor for a visitor who has focused a link', async ({
  page,
}) => {
  const link = await linkFor(await addPerson(), 'reset-password')
  await page.setViewportSize({ width: 390, height: 844 })
  await openLink(page, link)
  await expect(page.locator('input:focus')).toHaveCount(0)

  await page.setViewportSize(wide)
  const release = Promise.withResolvers<void>()
  await page.route('**/api/users/links/check', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto(link)
  const terms = page.getByRole('contentinfo').getByRole('link').last()
  await terms.focus()
  release.resolve()
  await page.locator('form:not([inert] *)').waitFor()
  await expect(terms).toBeFocused()
})

test('a touch screen as wide as a desktop opens no keyboard', async ({ browser }) => {
  const context = await browser.newContext({ viewport: wide, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await setLocale(page, 'en')
  for (const path of [await linkFor(await addPerson(), 'reset-password'), '/login']) {
    await openLink(page, path)
    await expect(page.locator('input:focus')).toHaveCount(0)
  }
  await context.close()
})

function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true })
}

test('on a wide screen the first field of sign-up, password reset and factor reset has the focus', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  const guest = `first.${Date.now()}@quay.example`
  await openLink(page, await inviteIn('en', guest))
  await expect(field(page, signUpMessages.en.password)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expectAccessible(page)
  const person = await addPerson()
  await openLink(page, await linkFor(person, 'reset-password'))
  await expect(field(page, password)).toBeFocused()
  await openLink(page, await linkFor(person, 'reset-mfa'))
  await expect(field(page, recoveryMessages.en.currentCode)).toBeFocused()
  await page.getByRole('button', { name: recoveryMessages.en.useRecoveryCode }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
