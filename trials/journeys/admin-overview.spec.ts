import { expect } from '@playwright/test'
import { ago, now } from '#test/rows.ts'
import * as adminLinks from '#contract/admin-links.ts'
import { addRow, updateRows } from '../../test/e2e/rows.ts'
import { messages } from '../../features/admin/overview/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import {
  mailFaultMessages,
  messages as userMessages,
  undeliveredMessages,
} from '../../features/admin/users/texts/messages.ts'
import { firstSteps as steps, type Overview } from '../../features/admin/overview/contract.ts'
import { chartMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addAdmin, addPerson } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import {
  allowStatus,
  expectAccessible,
  password,
  sendByEnter,
  setLocale,
  test,
} from '../../test/e2e/stage.ts'

const t = messages.en

test('the overview keeps its period in the URL, and shows the chart’s numbers as a table', async ({
  page,
}) => {
  await setLocale(page, 'en')
  const una = await addAdmin({ roles: ['auditor'] })
  allowStatus(page, 401, 404)
  await page.goto('/admin/login?redirect=%2Fadmin%2Foverview%3Frange%3Dweek')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(una.email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(loginMessages.en.otp).fill(await una.authenticator.code())
  await expect(page.getByRole('button', { name: t.range_week })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByText(chartMessages.en.table).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)
  await page.getByRole('button', { name: t.range_day }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/overview`)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(25)
})

test('an empty installation shows its first steps, without steps that are done or that the admin may not do', async ({
  page,
}) => {
  await setLocale(page, 'en')
  const none = Object.fromEntries(steps.map((step) => [step, false]))
  let firstSteps = { ...none, brand: true } as Overview['firstSteps']
  await page.route('**/api/admin/overview*', async (route) => {
    const overview = (await (await route.fetch()).json()) as Overview
    await route.fulfill({ json: { ...overview, firstSteps } })
  })
  const path = '/admin/overview?range=week'
  const card = page.getByRole('region', { name: t.firstSteps })
  await enterAsAdmin(page, { roles: ['super_admin'] }, path)
  await expect(card.getByRole('listitem')).toHaveCount(9)
  await expect(card).toContainText(t.stepsLeft({ count: 8 }))
  await expect(card.getByRole('listitem').nth(6)).toContainText(t.stepDone)
  await expect(card.locator('[aria-current=step]')).toContainText(t.step_platform)
  // Figures without content would only be in the way.
  await expect(page.getByRole('region', { name: t.figures })).toHaveCount(0)
  await card.getByRole('link', { name: t.step_platform }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/platforms/new`)

  firstSteps = { ...firstSteps, login: true }
  await page.goto(path)
  await expect(page.getByRole('region', { name: t.newest })).toBeVisible()
  await expect(card).toHaveCount(0)

  firstSteps = none as Overview['firstSteps']
  await page.context().clearCookies()
  await enterAsAdmin(page, { roles: ['support'] }, path)
  await expect(card.getByRole('listitem').first()).toContainText(t.step_company)
  await expect(card).not.toContainText(t.step_platform)
  await card.getByRole('button', { name: t.hideSteps }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: t.figures })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('undelivered emails are listed with the mail server’s error, and can be sent again', async ({
  page,
}) => {
  const [ada, eve] = [await addPerson(), await addPerson()]
  for (const [person, fault] of [
    [ada, '550 5.1.1 No such mailbox'],
    [eve, '552 5.2.2 Mailbox full'],
  ] as const)
    await addRow('mails', {
      toAddress: person.email,
      userId: person.id,
      state: 'failed',
      lastError: fault,
    })
  const waitingFor = `late.${Date.now()}@quay.example`
  await addRow('mails', {
    kind: 'activated',
    toAddress: waitingFor,
    language: 'en',
    state: 'queued',
    createdAt: ago('1 hour'),
  })
  await addRow('snapshots', { takenAt: now, counts: '{"undeliveredMails": 1}' })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/overview')
  await page
    .getByRole('listitem')
    .filter({ hasText: t.undeliveredMails({ count: 1 }) })
    .getByRole('link')
    .click()
  await expect(
    page.getByRole('heading', { level: 1, name: undeliveredMessages.en.title }),
  ).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: ada.email })
  await expect(row).toContainText(mailFaultMessages.en.address)
  // An address that does not exist has to be corrected individually, and a queued mail is retried automatically.
  await expect(row.getByRole('checkbox')).toHaveCount(0)
  const full = page.getByRole('row').filter({ hasText: eve.email })
  await expect(full.getByRole('checkbox')).toHaveCount(1)
  const waiting = page.getByRole('row').filter({ hasText: waitingFor })
  await expect(waiting).toBeVisible()
  await expect(waiting.getByRole('checkbox')).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: new RegExp(`^${undeliveredMessages.en.view_queued} [1-9]`) }),
  ).toBeVisible()
  await row.getByText(mailFaultMessages.en.said).click()
  await expect(row.getByText('550 5.1.1 No such mailbox')).toBeVisible()
  await expect(row.getByRole('link', { name: ada.email, exact: true })).toBeVisible()
  await expectAccessible(page)
  // Correcting the address comes first; sending again is the second action.
  await expect(row.getByRole('link', { name: undeliveredMessages.en.seeUser })).toBeVisible()
  await row.getByRole('button', { name: listMessages.en.actionsFor({ name: ada.email }) }).click()
  await page.getByRole('button', { name: userMessages.en.resend, exact: true }).click()
  // The mail that was sent again has been delivered.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(row).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test('a mail that is being sent again leaves the list once it is sent, even after unchanged answers', async ({
  page,
}) => {
  const { id: userId, email: toAddress } = await addPerson()
  const mail = { toAddress, userId, state: 'failed', lastError: '552 5.2.2 Mailbox full' }
  await addRow('mails', { ...mail, createdAt: ago('1 minute') })
  await addRow('mails', { ...mail, state: 'queued', lastError: null })
  await enterAsAdmin(page, { roles: ['super_admin'] }, adminLinks.undeliveredMails.path)
  const row = page.getByRole('row').filter({ hasText: toAddress })
  await expect(row).toBeVisible()
  for (let count = 0; count < 2; count += 1)
    await page.waitForResponse((response) => /undelivered(?!.*limit=1)/.test(response.url()))
  await updateRows('mails', { toAddress, state: 'queued' }, { state: 'sent', sentAt: now })
  await expect(row).toHaveCount(0)
})

test('on a phone, checks without problems are one line that expands', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.route('**/api/admin/overview*', async (route) => {
    const overview = (await (await route.fetch()).json()) as Overview
    const checked = ['sealingLate', 'lockedAccounts', 'blockedAddresses', 'oldBackup'] as const
    const statesAsOf = new Date().toISOString()
    await route.fulfill({ json: { ...overview, concerns: [], checked, statesAsOf } })
  })
  await page.goto('/admin/overview?range=week')
  const concerns = page.getByRole('region', { name: t.concerns })
  const fold = concerns.getByText(t.wellCount({ count: 4 }), { exact: true })
  await expect(fold).toBeVisible()
  const topic = concerns.getByText(t.topic_addresses).filter({ visible: true })
  await expect(topic).toHaveCount(0)
  await fold.click()
  await expect(topic).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(fold).toBeHidden()
  await expect(topic).toHaveCount(1)
})

test('3A11: the numbers of the chart’s scale end before its first bar', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['auditor'] }, '/admin/overview')
  const plot = page.locator('figure div:has(> svg)').last()
  const bars = await plot.locator('> svg').boundingBox()
  const scale = await plot.locator('> span').all()
  expect(scale).toHaveLength(2)
  for (const number of scale) {
    const box = await number.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(bars?.x ?? 0)
  }
})
