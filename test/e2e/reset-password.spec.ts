import { expect } from '@playwright/test'
import { resetMessages } from '../../features/account/password/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { addPerson, linkFor, server } from './people.ts'
import { askForLink, chooseSuggested, send } from './reset.ts'
import { isAccessible, passHumanCheck, password, sendByEnter, test, visit } from './stage.ts'

test('RT-06 LI-04 mail scanners, with scripts and without, do not consume the link, and a used link says so', async ({
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
  await page.goto(link)
  await chooseSuggested(page, 'en')
  await visit(page, link, 400)
  await expect(page.getByRole('heading', { level: 1, name: t.invalidTitle })).toBeVisible()
  await page.getByRole('link', { name: t.requestNew }).click()
  await expect(page.getByLabel(t.email)).toHaveValue(email)
})

test('SC-03 a user can request another mail after a minute, or enter another address', async ({
  page,
}) => {
  const t = resetMessages.en
  const email = `nobody.${Date.now()}@quay.example`
  await page.clock.install()
  await page.goto('/forgot-password')
  await send(page, 'en', email)
  await expect(page.getByText(/You can request another email in \d+ s/)).toBeVisible()
  await page.clock.fastForward(61_000)
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.resend }).click()
  await expect(page.getByText(t.resent)).toBeVisible()
  await page.getByRole('button', { name: t.otherAddress }).click()
  await expect(page.getByLabel(t.email)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: t.sentTitle })).toBeVisible()
})

test('SC-03 reloading “Check your email” never shows the form that the page is prerendered with', async ({
  page,
}) => {
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

test('a reset names a passkey that was added lately, and leads to it after the login', async ({
  page,
}) => {
  const [t, login] = [resetMessages.en, loginMessages.en]
  const person = await addPerson()
  await server()
  const { givePasskey } = await import('#test/passkeys.ts')
  await givePasskey({ ...person, password, secret: '' })
  await page.goto(await linkFor(person, 'reset-password'))
  const chosen = await chooseSuggested(page, 'en')
  const notice = page.getByRole('status').filter({ hasText: t.recentPasskeys })
  await expect(notice.getByRole('listitem')).toHaveText(/^Laptop, \d/)
  await isAccessible(page, 'en')

  await page.getByRole('link', { name: t.checkPasskeys }).click()
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(chosen)
  await sendByEnter(page)
  await page.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(/\/main\/security#passkeys$/)
})
