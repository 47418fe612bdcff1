import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { forgetDatabase } from '../../demo/database.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages } from '../../features/platforms/sandbox/texts/messages.ts'
import { addPerson, enterAs } from '../../test/e2e/people.ts'
import { sandboxEnvironment, urls } from '../../test/e2e/place.ts'
import { allowStatus, setLocale, test } from '../../test/e2e/stage.ts'

let sandbox: ChildProcess

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  sandbox = spawn(join('node_modules', '.bin', 'node'), ['demo/start.ts'], {
    // Sets none of the portal's variables, which this process may have adopted in order to add users.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...sandboxEnvironment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await expect
    .poll(
      () =>
        fetch(`${urls.sandbox}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { timeout: 120_000 },
    )
    .toBe(true)
})

test.afterAll(async () => {
  sandbox.kill('SIGTERM')
  if (sandbox.exitCode === null) await once(sandbox, 'exit')
  await forgetDatabase(sandboxEnvironment['DATA_FOLDER'] ?? '').catch(() => undefined)
})

const atSandbox = (path: string) => (url: URL) =>
  url.origin === urls.sandbox && url.pathname === path

test('AP-06 SC-16 a user enters the sandbox from the portal with one click on each side, and nothing of the token remains', async ({
  page,
}) => {
  // No user is logged in at the sandbox yet, and its page requests the session.
  allowStatus(page, 401)
  const person = await addPerson()
  await enterAs(page, person, '/main/home')
  await page.getByRole('button', { name: messages.en.open }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: messages.en.title }).waitFor()
  await expect(page).toHaveURL(`${urls.sandbox}/login`)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(
    await page.evaluate('JSON.stringify([history.state, document.cookie, { ...sessionStorage }])'),
  ).not.toContain('eyJ')

  await expect(page.getByText(person.email).first()).toBeVisible()
  const go = page.getByRole('button', { name: messages.en.enter, exact: true })
  await expect(go).toBeEnabled()
  await go.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(atSandbox('/main/home'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByRole('button', { name: messages.en.open })).toHaveCount(0)
  await page.goto(`${urls.sandbox}/main/profile`)
  await expect(page.getByLabel(profileMessages.en.email)).toHaveValue(person.email)
})

test('AP-06 SC-17 in each language, another user can log in instead, and an expired token shows an error', async ({
  page,
}) => {
  allowStatus(page, 400, 401)
  const person = await addPerson()
  for (const locale of locales) {
    await setLocale(page, locale)
    await page.context().addCookies([{ name: 'locale', value: locale, url: urls.sandbox }])
    await page.goto('about:blank')
    await page.goto(`${urls.sandbox}/login#sandbox=${tokenNaming(person.email)}`)
    const t = messages[locale]
    await page.getByRole('heading', { level: 1, name: t.title }).waitFor()
    await page.getByRole('button', { name: t.enter }).click()
    await page.getByRole('heading', { level: 1, name: t.invalidTitle }).waitFor()
    await page.getByRole('button', { name: t.toLogin }).click()
    await page.getByRole('heading', { level: 1, name: loginMessages[locale].title }).waitFor()
  }
  await page.goto('about:blank')
  await page.goto(`${urls.sandbox}/login#sandbox=nonsense`)
  await page.getByRole('heading', { level: 1, name: messages.zh.invalidTitle }).waitFor()
})

test('AP-06 a portal that is not a sandbox shows its login, and stores nothing of the token', async ({
  page,
}) => {
  await page.goto(`/login#sandbox=${tokenNaming('eve@quay.example')}`)
  await page.getByRole('heading', { level: 1, name: loginMessages.en.title }).waitFor()
  await expect(page).toHaveURL(`${urls.portal}/login`)
})

/** Returns an unsigned token: the page shows its address, and the server rejects it. */
function tokenNaming(email: string): string {
  return `${part({ alg: 'EdDSA', typ: 'sandbox+jwt', kid: 'x' })}.${part({ email })}.AAAA`
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
