import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test as base, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Locale } from '#contract/locale.ts'
import { environment, urls } from './place.ts'

const run = promisify(execFile)

/** Any line on the console that is an error, and any break of the content security policy, fails the journey. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() === 'error')
          complaints.push(`${message.page()?.url()} ${message.text()}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** `npm run invite`, as an operator types it. */
export async function invite(email: string, language: Locale): Promise<void> {
  const words = [
    '--email',
    email,
    '--firstname',
    'Grace',
    '--lastname',
    'Hopper',
    '--company',
    'Harbour Trading',
    '--subsystems',
    'business-hub,onboarding',
    '--language',
    language,
  ]
  await run(join('node_modules', '.bin', 'node'), ['demo/command.ts', 'invite', ...words], {
    env: { ...process.env, ...environment },
  })
}

type Listed = { ID: string; To: { Address: string }[]; Subject: string }
export type Mail = { Subject: string; Text: string; HTML: string }

/** The newest mail to an address, as the mailbox's API gives it. */
export async function mailTo(email: string, subject = /(?:)/): Promise<Mail> {
  let found: Listed | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${urls.mailbox}/api/v1/messages?limit=200`)
        const { messages } = (await answer.json()) as { messages: Listed[] }
        found = messages.find(
          (mail) => mail.To.some((to) => to.Address === email) && subject.test(mail.Subject),
        )
        return found !== undefined
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  const answer = await fetch(`${urls.mailbox}/api/v1/message/${found?.ID}`)
  return (await answer.json()) as Mail
}

export function linkIn(mail: Mail): string {
  return /https?:\/\/\S+/.exec(mail.Text)?.[0] ?? ''
}

/** What her authenticator shows. A code works once, so she waits for the next one when she has used it. */
export class Authenticator {
  #secret: Secret
  #lastStep = 0

  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(/\s/g, ''))
  }

  async code(): Promise<string> {
    while (this.#step() <= this.#lastStep) await new Promise((resolve) => setTimeout(resolve, 250))
    this.#lastStep = this.#step()
    return new TOTP({ secret: this.#secret }).generate()
  }

  #step(): number {
    return Math.floor(Date.now() / 30_000)
  }
}

/** The language is chosen on the device, as the switch on each page does. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url: urls.portal }])
}
