import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/messages.ts'
import { messages as assuranceMessages } from '../../features/platforms/assurance/messages.ts'
import type { Walk } from './demo.ts'

const t = messages.en
const stepUpMessages = assuranceMessages.en
let lastCode = ''

/** Says what was seen, and fails where it is not what was expected. */
export function done(what: string, isRight: boolean): void {
  console.log(`${isRight ? '✔' : '✖'} ${what}`)
  if (!isRight) throw new Error(what)
}

/** Id of the user who walks through all platforms. */
export async function demoPerson(): Promise<string> {
  const { db } = await import('#server/db.ts')
  const { findUserByEmail } = await import('#domain/user.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const ada = await findUserByEmail(db, demoEmail)
  if (!ada) throw new Error('the demonstration has nobody')
  return ada.id
}

/** At the portal's login, which leads back to the platform. */
export async function logIn(page: Page, portal: string): Promise<void> {
  const { demoEmail } = await import('../../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill(await demoPassword())
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await enterCode(page.getByLabel(t.otp))
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

/** At the portal's step-up. */
export async function confirmStepUp(page: Page): Promise<void> {
  await page.getByLabel(stepUpMessages.password, { exact: true }).fill(await demoPassword())
  await enterCode(page.getByLabel(stepUpMessages.otp))
}

async function demoPassword(): Promise<string> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  return (await loadSecrets()).password
}

/** A one-time code works once: a second one within 30 seconds waits for the next. */
async function enterCode(field: Locator): Promise<void> {
  const { currentCode } = await import('../../demo/code.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await field.waitFor()
  let code = await currentCode(demoEmail)
  while (code === lastCode) {
    await delay(500)
    code = await currentCode(demoEmail)
  }
  lastCode = code
  await field.fill(code)
}

/** What the platform asks leads to the login; how long the notice took is said. */
export async function isOut({ page, portal }: Walk, url: string, what: string): Promise<void> {
  const start = Date.now()
  await page.goto(url)
  while (!page.url().startsWith(`${portal}/login`) && Date.now() - start < 15_000) {
    await delay(100)
    await page.goto(url)
  }
  done(`${what} (${Date.now() - start} ms)`, page.url().startsWith(`${portal}/login`))
}

export async function makeLoginOlder(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `update sessions set created_at = created_at - interval '2 hours',
       login_at = login_at - interval '2 hours', verified_at = verified_at - interval '2 hours'`,
  )
}

/** As an administrator's button does. */
export async function deactivate(): Promise<void> {
  const { db, transaction } = await import('#server/db.ts')
  const { endSessionsOf } = await import('#domain/session.ts')
  const { setActive } = await import('#domain/user.ts')
  const ada = await demoPerson()
  await transaction(db, async (tx) => {
    await setActive(tx, ada, false)
    await endSessionsOf(tx, ada)
  })
}

export async function text(page: Page): Promise<string> {
  return (await page.textContent('body')) ?? ''
}
