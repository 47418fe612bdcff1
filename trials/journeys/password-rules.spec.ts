import { expect, type Page } from '@playwright/test'
import { changeMessages, resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, enterIn, inviteIn, linkFor } from '../../test/e2e/people.ts'
import { allowStatus, password, setLocale, test } from '../../test/e2e/stage.ts'

const shared = fieldMessages.en

/** Passwords with the message for each. */
const weak = [
  ['Short-1', shared.tooShort],
  ['calm-estuary-4', shared.noUppercase],
  ['CALM-ESTUARY-4', shared.noLowercase],
  ['Calm-Estuary-x', shared.noNumber],
  ['CalmEstuary44', shared.noSpecial],
  ['Hopper-Estuary-4', shared.personalPassword],
] as const
const refusedByServer = [
  ['Welcome-2026!!', shared.commonPassword],
  [password, shared.recentPassword],
] as const

test('ER-06 VA-01 VA-02 VA-03 VA-04 VA-07 400501 400502 400503 400504 400505 400508 resetting a password shows each broken rule at the field', async ({
  page,
}) => {
  allowStatus(page, 400)
  const t = resetMessages.en
  await setLocale(page, 'en')
  await page.goto(await linkFor(await addPerson(), 'reset-password'))
  await tryEach(page, [t.password, t.confirmPassword, t.save], [...weak, ...refusedByServer])
  const confirm = page.getByLabel(t.confirmPassword, { exact: true })
  await page.getByLabel(t.password, { exact: true }).fill('Calm-Estuary-4')
  await confirm.fill('Calm-Estuary-5')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(confirm).toHaveAccessibleDescription(shared.passwordsDiffer)
})

test('ER-09 VA-01 VA-02 VA-03 VA-04 VA-07 changing a password shows each broken rule at the field', async ({
  page,
}) => {
  allowStatus(page, 400)
  const t = changeMessages.en
  await enterIn(page, 'en', '/main/security#change-password')
  await tryEach(
    page,
    [t.newPassword, t.confirmPassword, t.save],
    [...weak, ...refusedByServer],
    () => page.getByLabel(t.oldPassword, { exact: true }).fill(password),
  )
  const confirm = page.getByLabel(t.confirmPassword, { exact: true })
  await page.getByLabel(t.newPassword, { exact: true }).fill('Calm-Estuary-4')
  await confirm.fill('Calm-Estuary-5')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(confirm).toHaveAccessibleDescription(shared.passwordsDiffer)
})

test('ER-08 VA-01 VA-02 VA-04 VA-06 400506 signing up shows each broken password rule at the field, before a request is sent', async ({
  page,
}) => {
  const t = signUpMessages.en
  await setLocale(page, 'en')
  await page.goto(await inviteIn('en', `rules.${Date.now()}@quay.example`))
  const first = ['!Calm-Estuary-4', shared.startsWithSpecial] as const
  await tryEach(page, [t.password, t.confirmPassword, t.signUp], [...weak, first])
})

type Names = readonly [password: string, confirm: string, send: string]
type Rules = readonly (readonly [typed: string, message: string])[]

async function tryEach(
  page: Page,
  [first, second, send]: Names,
  rules: Rules,
  prepare = async () => {},
): Promise<void> {
  for (const [typed, message] of rules) {
    await prepare()
    await page.getByLabel(first, { exact: true }).fill(typed)
    await page.getByLabel(second, { exact: true }).fill(typed)
    await page.getByRole('button', { name: send, exact: true }).click()
    const field = page.getByLabel(first, { exact: true })
    await expect(field, typed).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
  }
}
