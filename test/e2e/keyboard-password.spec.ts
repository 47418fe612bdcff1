import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import { logMeOutMessages as stopMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { press, expectErrorSummary, expectFieldError, expectStep, typeInto } from './keyboard.ts'
import { addPerson, linkFor, openLink } from './people.ts'
import { allowStatus, expectAccessible, setLocale, test } from './stage.ts'

const t = resetMessages.en

const shared = fieldMessages.en

const fresh = 'Calm-Estuary-4'

test('SC-04 ER-06 a user sets a new password from a link by keyboard alone, and each broken rule is announced', async ({
  page,
}) => {
  await setLocale(page, 'en')
  allowStatus(page, 400)
  await page.goto(await linkFor(await addPerson(), 'reset-password'))
  await expect(heading(page, t.resetTitle)).toBeVisible()
  const first = page.getByLabel(t.password, { exact: true })
  const second = page.getByLabel(t.confirmPassword, { exact: true })
  await press(page, page.getByRole('button', { name: t.save }))
  await expectErrorSummary(page, shared.required)
  await expectAccessible(page)
  await typeInto(page, first, 'Short-1')
  await typeInto(page, second, 'Short-1')
  await page.keyboard.press('Enter')
  await expectFieldError(first, shared.tooShort)
  await expectAccessible(page)
  await typeInto(page, first, fresh)
  await typeInto(page, second, fresh)
  await page.keyboard.press('Enter')
  await expectStep(page, t.doneTitle)
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: t.logIn }))
  await expect(heading(page, loginMessages.en.title)).toBeVisible()
})

test('RT-12 SC-09 ER-11 a user logs out everywhere by keyboard alone, and an expired link is announced', async ({
  page,
}) => {
  await setLocale(page, 'en')
  allowStatus(page, 400)
  const stop = stopMessages.en
  const person = await addPerson()
  await openLink(page, await linkFor(person, 'log-me-out'))
  await expect(heading(page, stop.title)).toBeVisible()
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: stop.logOut }))
  await expectStep(page, stop.doneTitle)
  await expectAccessible(page)

  await openLink(page, await linkFor(person, 'log-me-out'))
  await updateRows(
    'one_time_links',
    { userId: person.id, kind: 'log-me-out' },
    { expiresAt: ago('1 second') },
  )
  await press(page, page.getByRole('button', { name: stop.logOut }), 'Space')
  await expectStep(page, stop.expiredTitle)
  await expectAccessible(page)
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}
