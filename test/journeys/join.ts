import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { invite, joinPortal, linkIn, mailTo, speak, type Authenticator } from './stage.ts'

export type Joined = { email: string; authenticator: Authenticator }

/** Somebody joins by an invitation, and is in. */
export async function join(page: Page, name: string, locale: Locale = 'en'): Promise<Joined> {
  const email = `${name}.${locale}.${Date.now()}@quay.example`
  await speak(page, locale)
  await invite(email, locale)
  const link = linkIn(await mailTo(email))
  return { email, authenticator: await joinPortal(page, { link, locale }) }
}
