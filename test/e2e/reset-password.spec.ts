import { expect } from '@playwright/test'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, linkFor, openLink } from './people.ts'
import { urls } from './place.ts'
import { askForLink, chooseSuggested, send } from './reset.ts'
import { setLocale, test, visitExpecting } from './stage.ts'

test('3W3: RT-06 LI-04 mail scanners do not consume the link, a rejected password stays in the form, and a used link shows that', async ({
  page,
  browser,
  request,
}) => {
  const t = resetMessages.en
  const { email } = await addPerson()
  const link = await askForLink(page, 'en', email)
  for (let time = 0; time < 20; time += 1) {
    const answer = await request.fetch(link, { method: time % 2 ? 'HEAD' : 'GET' })
    expect(answer.ok()).toBe(true)
  }
  for (let time = 0; time < 2; time += 1) {
    const scanner = await browser.newContext()
    const opened = await scanner.newPage()
    await opened.goto(link)
    await expect(opened.getByLabel(t.password, { exact: true })).toBeVisible()
    await scanner.close()
  }
  await visitExpecting(page, link, 400)
  const newPassword = page.getByLabel(t.password, { exact: true })
  const confirm = page.getByLabel(t.confirmPassword, { exact: true })
  await newPassword.fill('Welcome-2026!!')
  await confirm.fill('Welcome-2026!!')
  await page.getByRole('button', { name: t.save }).click()
  await expect(newPassword).toHaveAccessibleDescription(
    new RegExp(RegExp.escape(fieldMessages.en.commonPassword)),
  )
  await expect(newPassword).toHaveValue('Welcome-2026!!')
  await expect(confirm).toHaveValue('Welcome-2026!!')
  await chooseSuggested(page, 'en')
  await visitExpecting(page, link, 400)
  await expect(page.getByRole('heading', { level: 1, name: t.invalidTitle })).toBeVisible()
  await page.getByRole('link', { name: t.requestNew }).click()
  await expect(page.getByLabel(t.email)).toHaveValue(email)
})

test('SC-03 reloading “Check your email” never shows the prerendered form', async ({ page }) => {
  const t = resetMessages.en
  await page.goto('/forgot-password')
  await send(page, 'en', `again.${Date.now()}@quay.example`)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const title = page.locator('h1')
  await expect(title).toHaveText(t.forgotTitle)
  await expect(title).toBeHidden()
  scripts.resolve()
  await expect(title).toHaveText(t.sentTitle)
  await expect(title).toBeVisible()

  await page.getByRole('button', { name: t.otherAddress }).click()
  await expect(page.getByLabel(t.email)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: t.forgotTitle })).toBeVisible()
})

test('3W4: the page for a new password shows the account of the link, whatever address its query names', async ({
  page,
}) => {
  const t = resetMessages.en
  const person = await addPerson()
  await setLocale(page, 'en')
  const link = new URL(await linkFor(person, 'reset-password'), urls.portal)
  link.searchParams.set('user', 'Call +1 555 0100')
  await openLink(page, link.href)
  await expect(page.getByText(t.account({ email: `${person.email[0]}•••` }))).toBeVisible()
  await expect(page.getByText('555 0100')).toHaveCount(0)
  await expect(page).toHaveURL(`${urls.portal}/reset-password`)
})
