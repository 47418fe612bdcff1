import { expect } from '@playwright/test'
import {
  historyMessages,
  messages as sessionMessages,
} from '../../features/account/sessions/texts/messages.ts'
import { press, typeInto } from '../../test/e2e/keyboard.ts'
import { enterIn, failLogins, addPerson, enterAs } from '../../test/e2e/people.ts'
import { test, expectAccessible, allowStatus, setLocale } from '../../test/e2e/stage.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { urls } from '../../test/e2e/place.ts'

const sessions = sessionMessages.en
const frame = frameMessages.en

test('AP-14 a user loads more logins by keyboard alone, and the focus moves to the first of them', async ({
  page,
}) => {
  const person = await enterIn(page, 'en')
  await failLogins(person, 12)
  await page.goto('/main/security#activity')
  const history = page.getByRole('region', { name: historyMessages.en.title })
  await expect(history.getByRole('row')).toHaveCount(11)
  await press(page, history.getByRole('button', { name: historyMessages.en.more }))
  await expect(history.getByRole('row')).toHaveCount(13)
  await expect(history.getByRole('row').nth(11)).toBeFocused()
})

test('SC-11 RT-21 a user is asked about unsaved changes, stays, leaves and logs out by keyboard alone', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await typeInto(page, page.getByLabel(profileFieldMessages.en.jobTitle), 'Pilot')
  const link = page.getByRole('navigation').getByRole('link', { name: frame.security })
  await press(page, link)
  const question = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: fieldMessages.en.leave }))
  await expect(page.getByRole('heading', { level: 1, name: frame.security })).toBeFocused()
  await press(page, page.getByRole('banner').getByRole('button', { name: frame.accountMenu }))
  const menu = page.getByRole('group', { name: frame.accountMenu })
  await menu.getByRole('button', { name: frame.logOut }).focus()
  await page.keyboard.press('Tab')
  // An open menu would cover the focused element.
  await expect(menu).toBeHidden()
  await press(page, page.getByRole('banner').getByRole('button', { name: frame.accountMenu }))
  await press(page, menu.getByRole('button', { name: frame.logOut }))
  await expect(page).toHaveURL(`${urls.portal}/login`)
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
  await expect(panel.locator('tbody').getByRole('row')).toHaveCount(2)

  await press(page, panel.getByRole('button', { name: sessions.notMe }))
  await press(page, question.getByRole('button', { name: sessions.secure }), 'Space')
  await expect(page.getByRole('status').filter({ hasText: sessions.securedTitle })).toBeVisible()
  await expect(panel.getByRole('button', { name: sessions.title })).toBeFocused()
  await expectAccessible(page)
})
