import { expect, type Page } from '@playwright/test'
import { textWith } from '#contract/text.ts'
import type { Locale } from '#contract/locale.ts'
import { mailMessages, stopMessages } from '../../features/account/lost-device/texts/messages.ts'
import { messages as resetMessages } from '../../features/account/recovery/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { newPage } from './admins.ts'
import { addPerson, approveAs, openLink, passDelay, recovery } from './people.ts'
import {
  allowStatus,
  atHome,
  Authenticator,
  expectAccessible,
  linkIn,
  mailTo,
  password,
  setLocale,
  subjectLike,
  test,
} from './stage.ts'
import { askForHelp } from './lost-device.ts'

const phone = { width: 390, height: 844 }

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

function subject(locale: Locale, of: keyof (typeof mailMessages)['en']): RegExp {
  return subjectLike(textWith(mailMessages[locale][of], { brand: '.*' }))
}

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
