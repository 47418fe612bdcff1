import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { withoutPageData } from '../../test/e2e/stage.ts'
import { urls } from './portico.ts'

const requestId = '0199aa10-7c40-7f2b-9f0e-2f1f3d5c9b11'

/** A browser page in one language, with the steps that lead to a view. */
export class Stage {
  readonly page: Page
  readonly locale: Locale

  constructor(page: Page, locale: Locale) {
    this.page = page
    this.locale = locale
  }

  /** Opens a path of the portal and waits until no request is pending, except held ones. */
  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, urls.portal).href)
    await this.page.locator('h1').first().waitFor()
    await this.calm()
  }

  async calm(): Promise<void> {
    await this.page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  }

  /** Holds calls to these endpoints, so that they never finish. */
  async hold(pattern: string): Promise<void> {
    await this.page.route(pattern, () => new Promise(() => undefined))
  }

  /** Makes calls to these endpoints fail like a server error. */
  async fail(pattern: string): Promise<void> {
    await this.page.route(pattern, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': requestId },
        json: { errorCode: 500001, requestId, errors: [{ code: 500001 }] },
      }),
    )
  }

  /** Removes the user's data from documents, so that pages request them from the API. */
  async withoutPageData(): Promise<void> {
    await withoutPageData(this.page)
  }

  /** Expands each row of the security page. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('h2 > button[aria-expanded=false]')
    while ((await folded.count()) > 0) await folded.first().click()
    await this.calm()
  }

  async fill(name: string, text: string): Promise<void> {
    await this.page.locator(`[name="${name}"]`).last().fill(text)
  }

  /** Submits the form once the page is hydrated. */
  async send(): Promise<void> {
    await this.page.locator(':is(form *, [form])[type=submit]:enabled').last().click()
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).first().click()
  }

  async sees(selector: string): Promise<void> {
    await this.page.locator(selector).first().waitFor()
  }

  /** Resets the state of a view before the next one. */
  async clear(): Promise<void> {
    // Goes offline, because held requests end with the page and could otherwise reach the server.
    await this.page.context().setOffline(true)
    // A page that confirms leaving may abort the first attempt.
    await this.page.goto('about:blank').catch(() => this.page.goto('about:blank'))
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.page.context().setOffline(false)
    await this.page.context().clearCookies({ name: /login$/ })
  }
}
