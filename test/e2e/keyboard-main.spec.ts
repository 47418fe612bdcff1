import { expect } from '@playwright/test'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { press, expectErrorSummary, expectFieldError, tabTo, typeInto } from './keyboard.ts'
import { addPerson, enterAs, enterIn } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, expectAccessible, setLocale, test } from './stage.ts'

const profile = profileMessages.en

const sessions = sessionMessages.en

test('SC-11 VA-08 a user selects a time zone and a language by keyboard alone, and each error is announced', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const firstname = page.getByLabel(profile.firstname)
  const phone = page.getByLabel(profile.phone)
  await typeInto(page, firstname, '=1')
  await page.keyboard.press('Enter')
  await expectFieldError(firstname, fieldMessages.en.startsWithEquals)
  await expectAccessible(page)
  await typeInto(page, phone, 'call me')
  await page.keyboard.press('Enter')
  const summary = await expectErrorSummary(page, fieldMessages.en.invalidPhone)
  await expectAccessible(page)
  await press(page, summary.getByRole('link').last())
  await expect(phone).toBeFocused()
  await typeInto(page, phone, '+44 20 7946 0000')
  await page.keyboard.press('Shift+Tab')
  await typeInto(page, firstname, 'Grace')

  const zone = page.getByRole('combobox', { name: profileFieldMessages.en.timezone })
  await typeInto(page, zone, 'cairo')
  await expect(page.getByRole('option', { name: /Cairo/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue(/Cairo/)
  await press(page, page.getByRole('button', { name: profile.save }))
  await expect(page.getByRole('status').filter({ hasText: profile.saved })).toBeFocused()
  await expectAccessible(page)

  await tabTo(page, page.getByLabel(profile.preferredLanguage))
  await page.keyboard.type('Fran')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: profile.save }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByText(profileMessages.fr.saved)).toBeVisible()
})

test('SC-08 ER-11 a user ends a session, hears if that fails, and secures the account by keyboard alone', async ({
  page,
  browser,
}) => {
  allowStatus(page, 500)
  await setLocale(page, 'en')
  const person = await addPerson()
  for (const userAgent of ['Firefox/140.0', 'Edg/140.0']) {
    const elsewhere = await browser.newContext({ userAgent, baseURL: urls.portal })
    await enterAs(await elsewhere.newPage(), person)
    await elsewhere.close()
  }
  await enterAs(page, person, '/main/security#sessions')
  const panel = page.getByRole('region', { name: sessions.title })
  const end = panel.getByRole('button', { name: /^Log out of .*\d\.\d/ }).last()
  const question = page.getByRole('dialog')
  await press(page, end)
  await expect(question.getByRole('button', { name: fieldMessages.en.cancel })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(end).toBeFocused()

  await page.route('**/api/users/sessions/*/logout', (route) =>
    route.fulfill({ status: 500, json: { errorCode: 500001, errors: [{ code: 500001 }] } }),
  )
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: sessions.logOut }))
  await expect(question.getByRole('alert')).toContainText(sessions.failedToEnd)
  await expectAccessible(page)
  await page.unroute('**/api/users/sessions/*/logout')
  await press(page, question.getByRole('button', { name: sessions.logOut }))
  await expect(panel.getByRole('button', { name: sessions.title })).toBeFocused()
  await expect(panel.getByRole('listitem')).toHaveCount(2)

  await press(page, panel.getByRole('button', { name: sessions.notMe }))
  await press(page, question.getByRole('button', { name: sessions.secure }), 'Space')
  await expect(page.getByRole('status').filter({ hasText: sessions.securedTitle })).toBeVisible()
  await expect(panel.getByRole('button', { name: sessions.title })).toBeFocused()
  await expectAccessible(page)
})
