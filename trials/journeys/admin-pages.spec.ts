import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type Locale } from '#contract/locale.ts'
import { messages as frameMessages } from '../../app/web/frame-messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allow, test } from '../../test/e2e/stage.ts'

const frame = frameMessages.en

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('PE-02 PE-04 RT-24 a support admin sees the pages of companies, but not those of admins', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['support'] })
  const pages = [
    'overview',
    'auditLogs',
    'partnerUsers',
    'invitations',
    'mails',
    'approvals',
    'companies',
  ] as const
  await expect(menu(page)).toHaveText(pages.map((word) => frame[word]))
  allow(page, 403)
  await page.goto('/admin/admin-users')
  await expect(page).toHaveURL(`${urls.portal}/unauthorized`)
})

test('SC-16 every admin page is free of faults in Arabic, right to left', async ({ browser }) => {
  const page = await newPage(browser, 'ar', true)
  await lookAround(page, 'ar')
})

test('every admin page is free of faults in English on a phone, and no wider than it', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en', true)
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAround(page, 'en')
})

async function lookAround(page: Page, locale: Locale): Promise<void> {
  // Many pages, each looked through whole.
  test.slow()
  const { id } = await enterAsAdmin(page, { roles: ['super_admin'], locale })
  const person = await addPerson()
  const found: string[] = []
  for (const path of [
    `audit-logs?user=${id}`,
    'audit-logs?requestId=nothing-has-this',
    `users?q=${person.email}`,
    `users?user=${person.id}`,
    'companies',
    'companies?company=new',
    'invitations',
    'invitations?form=new',
    'platforms',
    'platforms?platform=0',
    'platforms?platform=business-hub',
    'platforms?platform=nothing',
    'admin-users',
    'compliance',
    'nothing',
  ]) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const direction = await page.locator('html').getAttribute('dir')
    if (direction !== (locale === 'ar' ? 'rtl' : 'ltr')) found.push(`${path} is ${direction}`)
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (wider !== 0) found.push(`${path} is ${String(wider)} px too wide`)
    const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze()
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`,
      ),
    )
  }
  expect(found).toEqual([])
  await page.context().close()
}

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}
