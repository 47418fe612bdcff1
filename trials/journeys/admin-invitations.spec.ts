import { expect, type Page } from '@playwright/test'
import { pasteMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { invitationWords } from '../../test/e2e/invitation-words.ts'
import { cell, chooseCompany, countOf, paste } from '../../test/e2e/inviting.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'
import { changeMessages } from '../../features/admin/invitations/texts/messages.ts'

const [t, pasted, change] = [invitationWords, pasteMessages.en, changeMessages.en]

const unique = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`

async function openList(page: Page): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
}

test('an unknown language is reported; valid rows are sent and the others stay', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await paste(
    cell(page, 'email'),
    [
      'Email;First name;Last name;Language',
      `ada.${tag}@quay.example;Ada;King;French`,
      `bob.${tag}@quay.example;Bob;Ross;Klingon`,
    ].join('\n'),
  )
  await expect(cell(page, 'email')).toBeFocused()
  const second = page
    .getByRole('row')
    .filter({ hasText: t.unknownLanguage({ language: 'Klingon' }) })
  await expect(second).toBeVisible()
  await expect(page.getByText('Harbour Trading', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: pasted.sendRight({ count: 1, rest: 1 }), exact: true })
    .click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  expect(await countOf('select from invitations where email like $1', [`%${tag}%`])).toBe(1)
  await page.getByRole('button', { name: 'Continue with 1 more row' }).click()
  await page
    .getByRole('combobox', { name: `${t.preferredLanguage}, row 1` })
    .selectOption({ label: 'Español' })
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  const language = 'select from invitations where email like $1 and preferred_language = $2'
  await expect.poll(() => countOf(language, [`bob.${tag}%`, 'es'])).toBe(1)
})

test('sending valid rows without a company moves the focus to the company field', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await paste(cell(page, 'email'), `dan.${tag}@quay.example;Dan;Lost`)
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  const company = page.getByRole('combobox', { name: t.company })
  await expect(company).toBeFocused()
  await expect(company).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('option', { name: 'Harbour Trading' }).click()
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeFocused()
})

test('3A22: an invitation’s preview keeps its label off the select, and the invitation opens from its name', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await paste(cell(page, 'email'), `eve.${tag}@quay.example;Eve;Open${tag}`)
  await page.getByRole('button', { name: t.previewMail }).click()
  const language = page.getByRole('dialog').getByLabel(t.previewIn)
  const label = await page.getByRole('dialog').getByText(t.previewIn, { exact: true }).boundingBox()
  const top = (await language.boundingBox())?.y ?? 0
  expect(top - ((label?.y ?? 0) + (label?.height ?? 0))).toBeGreaterThan(3)
  await page.getByRole('dialog').getByRole('button', { name: t.close }).click()
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  await page.goto(`/admin/invitations?q=${tag}`)
  await page.getByRole('button', { name: `Eve Open${tag}`, exact: true }).click()
  const facts = page.getByRole('dialog', { name: `Eve Open${tag}` })
  await expect(facts).toContainText(`eve.${tag}@quay.example`)
  await facts.getByRole('button', { name: change.change }).click()
  const changing = page.getByRole('dialog', { name: change.title({ count: 1 }) })
  await expect(changing.getByRole('checkbox', { name: 'Business hub' })).toBeChecked()
  await changing.getByRole('checkbox', { name: 'Onboarding dashboard' }).check()
  await changing.getByLabel(change.language).selectOption('fr')
  await expectAccessible(page)
  await changing.getByRole('button', { name: change.save }).click()
  await expect(page.getByText(change.done({ count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: `Eve Open${tag}`, exact: true }).click()
  await expect(facts).toContainText('Business hub and Onboarding dashboard')
  await facts.getByRole('button', { name: t.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke 1 invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: tag })).toContainText(t.state_revoked)
  await page.goto(`/admin/invitations?q=absent${tag}`)
  await expect(page.getByText(t.noneFound, { exact: true })).toBeVisible()
  await expect(page.getByText(t.none, { exact: true })).toBeHidden()
})

test('3A1: a list that was just sent can be revoked as a whole', async ({ page }) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  const guests = ['ada', 'bob'].map((name) => `${name}.${tag}@quay.example,${name},${tag}`)
  await paste(cell(page, 'email'), guests.join('\n'))
  await page.getByRole('button', { name: 'Send 2 invitations' }).click()
  await page.getByRole('button', { name: change.revokeThese({ count: 2 }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke 2 invitations' }).click()
  await expect(page.getByText(change.revokedThese)).toBeVisible()
  await expect(page.getByRole('cell', { name: t.state_revoked })).toHaveCount(2)
  const revoked = 'select from invitations where email like $1 and revoked_at is not null'
  expect(await countOf(revoked, [`%.${tag}@quay.example`])).toBe(2)
})
