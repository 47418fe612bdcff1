import { expect } from '@playwright/test'
import { logMeOutMessages, messages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { changeMessages } from '../../features/account/password/texts/messages.ts'
import { addPerson, enterIn, linkFor, openLink } from '../../test/e2e/people.ts'
import {
  mailTo,
  password,
  sendByEnter,
  setLocale,
  test,
  visitExpecting,
} from '../../test/e2e/stage.ts'
import { logIn, newPhone } from '../../test/e2e/sessions.ts'

const stop = logMeOutMessages.en

const t = messages.en

test('U18 the page of an expired link says so, and a missing page has no marker for expired links', async ({
  page,
}) => {
  await visitExpecting(page, '/log-me-out/unknown', 400)
  await expect(page.getByRole('heading', { level: 1, name: stop.expiredTitle })).toBeVisible()
  await expect(page.getByText('Invalid URL or token has expired')).toBeVisible()
  await visitExpecting(page, '/nowhere', 404)
  await expect(page.locator('main svg path')).not.toHaveCount(0)
  await expect(page.locator('main [data-arch]')).toHaveCount(0)
})

test('SC-08 "this was not me" ends the attacker’s session, and the stolen password is rejected', async ({
  page,
  browser,
}) => {
  const grace = await enterIn(page, 'en')
  const attacker = await newPhone(browser)
  await logIn(attacker, grace)
  await page.goto('/main/security#sessions')
  await page.getByRole('button', { name: /This wasn’t me: Safari on iOS/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.secure }).click()
  await expect(page.getByText(t.securedTitle)).toBeVisible()
  await page.getByRole('link', { name: t.changePassword }).click()
  await expect(page.locator('#change-password')).toContainText(changeMessages.en.mustChange)
  await expect(page.getByLabel(changeMessages.en.oldPassword)).toBeVisible()
  await visitExpecting(attacker, '/main/profile', 401)
  await expect(attacker).toHaveURL(/\/login/)
  await attacker.getByLabel(loginMessages.en.email, { exact: true }).fill(grace.email)
  await attacker.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(attacker)
  await expect(attacker.getByText(loginMessages.en.invalidCredentials)).toBeVisible()
  expect((await mailTo(grace.email, /password/i)).Text).toContain('/reset-password/')
})

test('3K9: the punctuation after an email address stays on the line of the address, whatever its width', async ({
  page,
}) => {
  const person = await addPerson()
  await setLocale(page, 'en')
  await openLink(page, await linkFor(person, 'log-me-out'))
  expect(await page.evaluate<number[]>(splittingWidths)).toEqual([])
})

/** A script that returns the widths at which the text after the address begins with punctuation on a new line. */
const splittingWidths = `(() => {
  const address = document.querySelector('main bdi > strong').lastChild
  const paragraph = address.parentNode.closest('p')
  const after = paragraph.lastChild
  const topOf = (node, at) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect().top
  }
  return Array.from({ length: 400 }, (_, index) => index + 160).filter((width) => {
    paragraph.style.inlineSize = width + 'px'
    return Math.abs(topOf(after, 0) - topOf(address, address.length - 1)) > 4
  })
})()`
