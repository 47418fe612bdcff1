import { expect, type Page } from '@playwright/test'
import { words as changeWords } from '../../features/account/password/change-messages.ts'
import { words as resetWords } from '../../features/account/password/reset-messages.ts'
import { words as signUpWords } from '../../features/account/sign-up/messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { addPerson, enterIn, inviteIn, linkFor } from './people.ts'
import { allow, password, speak, test } from './stage.ts'

const shared = fieldWords.en

/** What is typed, and what is said of it. */
const weak = [
  ['Short-1', shared.tooShort],
  ['calm-estuary-4', shared.noUppercase],
  ['CALM-ESTUARY-4', shared.noLowercase],
  ['Calm-Estuary-x', shared.noNumber],
  ['CalmEstuary44', shared.noSpecial],
  ['Hopper-Estuary-4', shared.personalPassword],
] as const
const known = [
  ['Welcome-2026!!', shared.commonPassword],
  [password, shared.recentPassword],
] as const

test('ER-06 VA-01 VA-02 VA-03 VA-04 VA-07 each rule that a new password by a link breaks is said at its field', async ({
  page,
}) => {
  allow(page, 400)
  const say = resetWords.en
  await speak(page, 'en')
  await page.goto(await linkFor(await addPerson(), 'reset-password'))
  await tryEach(page, [say.password, say.confirmPassword, say.save], [...weak, ...known])
  const confirm = page.getByLabel(say.confirmPassword, { exact: true })
  await page.getByLabel(say.password, { exact: true }).fill('Calm-Estuary-4')
  await confirm.fill('Calm-Estuary-5')
  await page.getByRole('button', { name: say.save, exact: true }).click()
  await expect(confirm).toHaveAccessibleDescription(shared.passwordsDiffer)
})

test('ER-09 VA-01 VA-02 VA-03 VA-04 VA-07 each rule that a changed password breaks is said at its field', async ({
  page,
}) => {
  allow(page, 400)
  const say = changeWords.en
  await enterIn(page, 'en', '/main/security')
  await tryEach(page, [say.newPassword, say.confirmPassword, say.save], [...weak, ...known], () =>
    page.getByLabel(say.oldPassword, { exact: true }).fill(password),
  )
  const confirm = page.getByLabel(say.confirmPassword, { exact: true })
  await page.getByLabel(say.newPassword, { exact: true }).fill('Calm-Estuary-4')
  await confirm.fill('Calm-Estuary-5')
  await page.getByRole('button', { name: say.save, exact: true }).click()
  await expect(confirm).toHaveAccessibleDescription(shared.passwordsDiffer)
})

test('ER-08 VA-01 VA-02 VA-04 VA-06 each rule that a first password breaks is said at its field, before anything is sent', async ({
  page,
}) => {
  const say = signUpWords.en
  await speak(page, 'en')
  await page.goto(await inviteIn('en', `rules.${Date.now()}@quay.example`))
  const first = ['!Calm-Estuary-4', shared.startsWithSpecial] as const
  await tryEach(page, [say.password, say.confirmPassword, say.signUp], [...weak, first])
})

type Names = readonly [password: string, confirm: string, send: string]
type Rules = readonly (readonly [typed: string, said: string])[]

async function tryEach(
  page: Page,
  [first, second, send]: Names,
  rules: Rules,
  prepare = async () => {},
): Promise<void> {
  for (const [typed, said] of rules) {
    await prepare()
    await page.getByLabel(first, { exact: true }).fill(typed)
    await page.getByLabel(second, { exact: true }).fill(typed)
    await page.getByRole('button', { name: send, exact: true }).click()
    const field = page.getByLabel(first, { exact: true })
    await expect(field, typed).toHaveAccessibleDescription(new RegExp(RegExp.escape(said)))
  }
}
