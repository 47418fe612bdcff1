import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { withoutPageData } from '../e2e/stage.ts'
import { urls } from './portico.ts'

const requestId = '0199aa10-7c40-7f2b-9f0e-2f1f3d5c9b11'

/** A browser's page in one language, and what is done to it until it shows what is to be looked at. */
export class Stage {
  readonly page: Page
  readonly locale: Locale

  constructor(page: Page, locale: Locale) {
    this.page = page
    this.locale = locale
  }

  /** Opens a path of the portal and waits until nothing is on its way, except for what is held. */
  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, urls.portal).href)
    await this.page.locator('h1').first().waitFor()
    await this.calm()
  }

  async calm(): Promise<void> {
    await this.page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  }

  /** Calls to these endpoints stay on their way. */
  async hold(pattern: string): Promise<void> {
    await this.page.route(pattern, () => new Promise(() => undefined))
  }

  /** Calls to these endpoints fail, as those to a server in trouble do. */
  async fail(pattern: string): Promise<void> {
    await this.page.route(pattern, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': requestId },
        json: { errorCode: 500001, requestId, errors: [{ code: 500001 }] },
      }),
    )
  }

  /** Documents come without the data of their user, so that the page asks the API. */
  async withoutPageData(): Promise<void> {
    await withoutPageData(this.page)
  }

  /** Unfolds each row of the security page. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('h2 > button[aria-expanded=false]')
    while ((await folded.count()) > 0) await folded.first().click()
    await this.calm()
  }

  async fill(name: string, text: string): Promise<void> {
    await this.page.locator(`[name="${name}"]`).last().fill(text)
  }

  /** Presses what sends the form, once the page has come to life. */
  async send(): Promise<void> {
    await this.page.locator(':is(form *, [form])[type=submit]:enabled').last().click()
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).first().click()
  }

  async sees(selector: string): Promise<void> {
    await this.page.locator(selector).first().waitFor()
  }

  /** What one view has done is forgotten before the next. */
  async clear(): Promise<void> {
    // What is held ends with its page: let go on a line, it could reach the server after all.
    await this.page.context().setOffline(true)
    // A page that asks before it is left may end the first try.
    await this.page.goto('about:blank').catch(() => this.page.goto('about:blank'))
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.page.context().setOffline(false)
    await this.page.context().clearCookies({ name: /login$/ })
  }
}
