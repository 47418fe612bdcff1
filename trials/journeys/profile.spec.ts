import { expect, type Locator, type Page } from '@playwright/test'
import { type Locale } from '#contract/locale.ts'
import { messages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

test('U9 the error summary shows an optional field without “(optional)”', async ({ page }) => {
  await enterIn(page, 'en')
  await field(page, 'en', 'jobTitle').fill('=1')
  await field(page, 'en', 'phone').fill('call me')
  await save(page)
  const { startsWithEquals } = fieldMessages.en
  await expect(page.getByRole('alert').getByRole('link').first()).toHaveText(
    `${profileFieldMessages.en.jobTitle}: ${startsWithEquals}`,
  )
})

test('SC-11 the first click on Save after an error works, although leaving the field removes the error', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await field(page, 'en', 'firstname').fill('=1')
  await save(page)
  await expect(page.getByText(fieldMessages.en.startsWithEquals)).toBeVisible()
  await field(page, 'en', 'firstname').fill('Grace')
  await field(page, 'en', 'jobTitle').fill('Admiral')
  await field(page, 'en', 'firstname').fill('=1')
  await save(page)
  await field(page, 'en', 'firstname').fill('Grace')
  const button = page.getByRole('button', { name: messages.en.save })
  await button.scrollIntoViewIfNeeded()
  const box = await boxOf(button)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3)
  await page.mouse.down()
  await page.waitForTimeout(300)
  await page.mouse.up()
  await expect(page.getByText(messages.en.saved)).toBeVisible()
})

test('SC-11 a time zone is found by its city, and UTC by its name', async ({ page }) => {
  await enterIn(page, 'en')
  const zone = page.getByRole('combobox', { name: profileFieldMessages.en.timezone })
  await zone.selectText()
  await zone.pressSequentially('cairo')
  await page.getByRole('option', { name: /Cairo/ }).first().click()
  await save(page)
  await expect(page.getByText(messages.en.saved)).toBeVisible()
  await zone.selectText()
  await zone.pressSequentially('UTC')
  await expect(page.getByRole('option', { name: /^UTC/ }).first()).toBeVisible()
})

test('SC-11 clicking the visible part of the button at the edge of the window opens the list of time zones', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const zone = page.getByRole('combobox', { name: profileFieldMessages.en.timezone })
  const button = page.getByRole('button', { name: messages.en.zonesButton })
  await button.scrollIntoViewIfNeeded()
  const height = page.viewportSize()?.height ?? 0
  await scrollBy(page, (await boxOf(zone)).y + 12 - height)
  const { x } = await boxOf(button)
  await page.mouse.click(x + 22, height - 6)
  await scrollBy(page, 0)
  expect((await boxOf(zone)).y).toBeLessThan(height - 40)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
})

test('SC-11 scrolling the page while searching for a time zone keeps the list and the input', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const zone = page.getByRole('combobox', { name: profileFieldMessages.en.timezone })
  const option = page.getByRole('option', { name: /Cairo/ }).first()
  await zone.selectText()
  await zone.pressSequentially('cairo')
  await expect(option).toBeVisible()
  const before = await boxOf(zone)
  const distance = (await boxOf(option)).y - before.y
  await scrollBy(page, -20)
  await expect(zone).toHaveValue('cairo')
  expect((await boxOf(zone)).y).toBeCloseTo(before.y + 20, 0)
  expect((await boxOf(option)).y - (await boxOf(zone)).y).toBeCloseTo(distance, 0)
  await option.click()
  await save(page)
  await expect(page.getByText(messages.en.saved)).toBeVisible()
})

/** Scrolls, and waits until the page has handled every scroll event and rendered. */
async function scrollBy(page: Page, top: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    scrollBy({ top: ${top}, behavior: 'instant' })
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })`)
}

async function boxOf(control: Locator) {
  const box = await control.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return box
}

type Name = 'firstname' | 'lastname' | 'jobTitle' | 'phone' | 'preferredLanguage'

function field(page: Page, locale: Locale, name: Name) {
  return page.getByLabel({ ...profileFieldMessages[locale], ...messages[locale] }[name])
}

function save(page: Page): Promise<void> {
  return page.getByRole('button', { name: messages.en.save }).click()
}

test('SC-11 VA-08 names in any script are accepted, a formula is rejected, and several errors are listed', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await field(page, 'en', 'firstname').fill('Ö')
  await field(page, 'en', 'lastname').fill('ليلى 王')
  await field(page, 'en', 'jobTitle').fill('=HYPERLINK("x")')
  await save(page)
  await expect(field(page, 'en', 'jobTitle')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'en', 'jobTitle')).toBeFocused()
  await expect(page.getByText(fieldMessages.en.startsWithEquals)).toBeVisible()
  await field(page, 'en', 'phone').fill('call me')
  await save(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
  await field(page, 'en', 'jobTitle').fill('Pilot')
  await field(page, 'en', 'phone').fill('+44 20 7946 0000')
  await save(page)
  await expect(page.getByText(messages.en.saved)).toBeVisible()
  await page.reload()
  await expect(field(page, 'en', 'firstname')).toHaveValue('Ö')
  await expect(field(page, 'en', 'lastname')).toHaveValue('ليلى 王')
})

test('SC-11 focusing the time zone before its list has loaded keeps the focus and opens the list', async ({
  page,
}) => {
  let delayedRequests = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/combo-box-*.js', async (route) => {
    delayedRequests += 1
    await released
    await route.continue()
  })
  await enterIn(page, 'en')
  const zone = page.getByLabel(profileFieldMessages.en.timezone)
  await zone.focus()
  await expect.poll(() => delayedRequests).toBeGreaterThan(0)
  await expect(zone).toBeFocused()
  release()
  await expect(page.getByRole('combobox', { name: profileFieldMessages.en.timezone })).toBeFocused()
})
