import { expect, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { messages as publicMessages } from '../../app/web/public/messages.ts'
import { askMessages } from '../../features/account/lost-device/ask-messages.ts'
import { bannerMessages } from '../../features/account/lost-device/banner-messages.ts'
import { lockMessages } from '../../features/account/lost-device/lock-messages.ts'
import { mailMessages } from '../../features/account/lost-device/mail-messages.ts'
import { stopMessages } from '../../features/account/lost-device/stop-messages.ts'
import { messages as resetMessages } from '../../features/account/recovery/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { secondFactorMessages } from '../../web/ui/second-factor-messages.ts'
import { newPage } from './admins.ts'
import {
  addPerson,
  approveAs,
  enterAs,
  openLink,
  passDelay,
  recovery,
  type Person,
} from './people.ts'
import {
  allow,
  atHome,
  Authenticator,
  isAccessible,
  linkIn,
  mailTo,
  password,
  setLocale,
  test,
} from './stage.ts'

const phone = { width: 390, height: 844 }

async function atWays(page: Page, person: Person, locale: Locale): Promise<void> {
  const t = loginMessages[locale]
  await setLocale(page, locale)
  await page.goto('/login')
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).waitFor()
  await page.getByRole('button', { name: t.otherWays }).click()
  await page.getByRole('button', { name: publicMessages[locale].lostDevice }).click()
  await expect(title(page, askMessages[locale].title)).toBeFocused()
}

async function askForHelp(page: Page, person: Person, locale: Locale): Promise<void> {
  const t = askMessages[locale]
  await atWays(page, person, locale)
  await isAccessible(page, locale)
  await page.getByRole('button', { name: t.begin }).click()
  await page.getByLabel(t.note).fill('Stolen on the train')
  await page.getByLabel(t.phone).fill('+351 21 000 0000')
  await isAccessible(page, locale)
  await page.getByRole('button', { name: t.send }).click()
  await expect(title(page, t.sentTitle)).toBeFocused()
  await isAccessible(page, locale)
}

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

function subject(locale: Locale, of: keyof (typeof mailMessages)['en']): RegExp {
  return new RegExp(mailMessages[locale][of].replace('{brand}', '.*'))
}

test('U3: a user whose device is lost asks for help, a second person approves, and the link sets up a new one, in Arabic on a phone', async ({
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

  const open = await openCaseOf(person)
  await approveAs(admin, open)
  await mailTo(person.email, subject('ar', 'approvedSubject'))
  await passDelay(open)
  const link = linkIn(await mailTo(person.email, subject('ar', 'openSubject')))

  const theirs = await newPage(browser, 'ar')
  await theirs.setViewportSize(phone)
  await openLink(theirs, link)
  await isAccessible(theirs, 'ar')
  await theirs.getByLabel(t.password, { exact: true }).fill(password)
  await theirs.getByRole('button', { name: t.next }).click()
  const key = theirs.locator('code[aria-labelledby=authenticator-key]')
  const fresh = new Authenticator(((await key.textContent()) ?? '').replaceAll(/\s/g, ''))
  await isAccessible(theirs, 'ar')
  await theirs.getByLabel(t.newCode).fill(await fresh.code())
  await expect(title(theirs, t.doneTitle)).toBeFocused()
  await mailTo(person.email, subject('ar', 'doneSubject'))
  await theirs.getByRole('button', { name: secondFactorMessages.ar.saved }).click()
  await atHome(theirs)
  await theirs.context().close()
})

test('what helps at once comes first: the recovery code is one press away', async ({ page }) => {
  const person = await addPerson()
  await atWays(page, person, 'en')
  await page.getByRole('button', { name: askMessages.en.useRecoveryCode }).click()
  await expect(page.getByLabel(loginMessages.en.recoveryCode)).toBeFocused()
  await page.goBack()
  await expect(title(page, askMessages.en.title)).toBeVisible()
})

test('the mail of a request that somebody else has made stops it, and then secures the account', async ({
  page,
  browser,
}) => {
  const t = stopMessages.en
  const { addDecider } = await recovery()
  await addDecider()
  const person = await addPerson()
  const thief = await newPage(browser)
  await askForHelp(thief, person, 'en')
  await thief.context().close()

  const link = linkIn(await mailTo(person.email, subject('en', 'askedSubject')))
  allow(page, 401)
  await setLocale(page, 'en')
  await openLink(page, link)
  await expect(title(page, t.openTitle)).toBeVisible()
  await expect(page).toHaveURL(/\/stop$/)
  await isAccessible(page)
  await page.getByRole('button', { name: t.stop, exact: true }).click()
  await expect(title(page, t.stoppedTitle)).toBeFocused()
  await isAccessible(page)
  await mailTo(person.email, subject('en', 'endedSubject'))
  await page.getByRole('button', { name: t.secure }).click()
  await expect(title(page, t.securedTitle)).toBeFocused()
  await page.reload()
  await expect(title(page, t.securedTitle)).toBeVisible()
  await isAccessible(page)
  await page.goto('/login')
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await expect(page.getByText(login.invalidCredentials)).toBeVisible()
})

test('a session elsewhere says within a minute that somebody asks, and stops it by one press', async ({
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
  // It has asked before the request was made, and asks again by itself.
  await page.waitForResponse(/\/users\/recovery$/)
  const thief = await newPage(browser)
  await askForHelp(thief, person, 'en')
  await thief.context().close()
  await expect(page.getByText(t.title)).toBeVisible({ timeout: 60_000 })
  await isAccessible(page)
  await page.getByRole('button', { name: t.stop, exact: true }).click()
  await expect(page.getByText(t.title)).toHaveCount(0)
  await expect(page.getByText(t.stopped)).toBeVisible()
  await expect(openCaseOf(person)).rejects.toThrow()
})

test('approvalPending (409004): a second request for help says that one is under way', async ({
  page,
}) => {
  allow(page, 409)
  const t = askMessages.en
  const { addDecider } = await recovery()
  await addDecider()
  const person = await addPerson()
  await askForHelp(page, person, 'en')
  // The login goes on where it was.
  await page.goto('/login')
  await expect(title(page, t.title)).toBeVisible()
  await page.getByRole('button', { name: t.begin }).click()
  await page.getByLabel(t.note).fill('Still lost')
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText(t.approvalPending)).toBeVisible()
  await isAccessible(page)
})

test('a user locks the account on the security page, and only support opens it again', async ({
  page,
}) => {
  allow(page, 401, 403)
  const t = lockMessages.en
  const person = await addPerson()
  await setLocale(page, 'en')
  await enterAs(page, person, '/main/security#lock')
  await page.getByRole('button', { name: t.lock, exact: true }).click()
  const question = page.getByRole('dialog', { name: t.confirmTitle })
  await isAccessible(page)
  await question.getByRole('button', { name: t.lock, exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await mailTo(person.email, subject('en', 'lockedSubject'))
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await expect(page.getByText(fieldMessages.en.userInactive)).toBeVisible()
})
