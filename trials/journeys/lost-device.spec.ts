import { expect, type Page } from '@playwright/test'
import { textWith } from '#contract/text.ts'
import { type Locale } from '#contract/locale.ts'
import {
  askMessages,
  bannerMessages,
  lockMessages,
  mailMessages,
  stopMessages,
} from '../../features/account/lost-device/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { newPage } from '../../test/e2e/admins.ts'
import {
  addPerson,
  enterAs,
  recovery,
  approveAs,
  openLink,
  passDelay,
} from '../../test/e2e/people.ts'
import {
  allowStatus,
  expectAccessible,
  mailTo,
  password,
  setLocale,
  subjectLike,
  test,
  atHome,
  Authenticator,
  linkIn,
} from '../../test/e2e/stage.ts'
import { openLostDeviceForm, askForHelp } from '../../test/e2e/lost-device.ts'
import { messages as resetMessages } from '../../features/account/recovery/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'

const phone = { width: 390, height: 844 }

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

function subject(locale: Locale, of: keyof (typeof mailMessages)['en']): RegExp {
  return subjectLike(textWith(mailMessages[locale][of], { brand: '.*' }))
}

test('the recovery code is the first option and one click away', async ({ page }) => {
  const person = await addPerson()
  await openLostDeviceForm(page, person, 'en')
  await page.getByRole('button', { name: askMessages.en.useRecoveryCode }).click()
  await expect(page.getByLabel(loginMessages.en.recoveryCode)).toBeFocused()
  await page.goBack()
  await expect(title(page, askMessages.en.title)).toBeVisible()
})

test('another session shows a recovery request within a minute, and can stop it with one click', async ({
  page,
  browser,
}) => {
  test.slow()
  const t = bannerMessages.en
  const { addDecider, openCaseOf } = await recovery()
  await addDecider()
  const person = await addPerson()
  await setLocale(page, 'en')
  await enterAs(page, person, '/main/home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The page has asked the server before the request was made, and asks again automatically.
  await page.waitForResponse(/\/users\/recovery$/)
  const attacker = await newPage(browser)
  await askForHelp(attacker, person, 'en')
  await attacker.context().close()
  await expect(page.getByText(t.title)).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: t.stop, exact: true }).click()
  await expect(page.getByText(t.title)).toHaveCount(0)
  await expect(page.getByText(t.stopped)).toBeVisible()
  await expect(openCaseOf(person)).rejects.toThrow()
})

test('approvalPending (409004): a second request for help shows that one is pending', async ({
  page,
}) => {
  allowStatus(page, 409)
  const t = askMessages.en
  const { addDecider } = await recovery()
  await addDecider()
  const person = await addPerson()
  await askForHelp(page, person, 'en')
  // The login resumes at the current step.
  await page.goto('/login')
  await expect(title(page, t.title)).toBeVisible()
  await page.getByRole('button', { name: t.begin }).click()
  await page.getByLabel(t.note).fill('Still lost')
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText(t.approvalPending)).toBeVisible()
  await expectAccessible(page)
})

test('a user locks the account on the security page, and only support can unlock it', async ({
  page,
}) => {
  allowStatus(page, 401, 403)
  const t = lockMessages.en
  const person = await addPerson()
  await setLocale(page, 'en')
  await enterAs(page, person, '/main/security#lock')
  await page.getByRole('button', { name: t.lock, exact: true }).click()
  const question = page.getByRole('dialog', { name: t.confirmTitle })
  await expectAccessible(page)
  await question.getByRole('button', { name: t.lock, exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await mailTo(person.email, subject('en', 'lockedSubject'))
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await expect(page.getByText(fieldMessages.en.userInactive)).toBeVisible()
})

test('U3: a user who lost a device requests recovery, a second admin approves, and the link sets up a new device, in Arabic on a phone', async ({
  page,
  browser,
}) => {
  test.slow()
  const t = resetMessages.ar
  await page.setViewportSize(phone)
  const { addDecider, openCaseOf } = await recovery()
  const admin = await addDecider()
  const person = await addPerson({ locale: 'ar' })
  await askForHelp(page, person, 'ar')
  await mailTo(person.email, subject('ar', 'askedSubject'))

  const openCase = await openCaseOf(person)
  await approveAs(admin, openCase)
  await mailTo(person.email, subject('ar', 'approvedSubject'))
  await passDelay(openCase)
  const link = linkIn(await mailTo(person.email, subject('ar', 'openSubject')))

  const userPage = await newPage(browser, 'ar')
  await userPage.setViewportSize(phone)
  await openLink(userPage, link)
  await expectAccessible(userPage, 'ar')
  await userPage.getByLabel(t.password, { exact: true }).fill(password)
  await userPage.getByRole('button', { name: t.next }).click()
  const key = userPage.locator('code[aria-labelledby=authenticator-key]')
  const fresh = new Authenticator(((await key.textContent()) ?? '').replaceAll(/\s/g, ''))
  await expectAccessible(userPage, 'ar')
  await userPage.getByLabel(t.newCode).fill(await fresh.code())
  await expect(title(userPage, t.doneTitle)).toBeFocused()
  await mailTo(person.email, subject('ar', 'doneSubject'))
  await userPage.getByRole('button', { name: secondFactorMessages.ar.saved }).click()
  await atHome(userPage)
  await userPage.context().close()
})

test('the mail about a recovery request by an attacker cancels it and then secures the account', async ({
  page,
  browser,
}) => {
  const t = stopMessages.en
  const { addDecider } = await recovery()
  await addDecider()
  const person = await addPerson()
  const attackerPage = await newPage(browser)
  await askForHelp(attackerPage, person, 'en')
  await attackerPage.context().close()

  const link = linkIn(await mailTo(person.email, subject('en', 'askedSubject')))
  allowStatus(page, 401)
  await setLocale(page, 'en')
  await openLink(page, link)
  await expect(title(page, t.openTitle)).toBeVisible()
  await expect(page).toHaveURL(/\/stop$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: t.stop, exact: true }).click()
  await expect(title(page, t.stoppedTitle)).toBeFocused()
  await expectAccessible(page)
  await mailTo(person.email, subject('en', 'endedSubject'))
  await page.getByRole('button', { name: t.secure }).click()
  await expect(title(page, t.securedTitle)).toBeFocused()
  await page.reload()
  await expect(title(page, t.securedTitle)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/login')
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await expect(page.getByText(login.invalidCredentials)).toBeVisible()
})
