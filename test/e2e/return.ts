import { type Page } from '@playwright/test'

const assets = '**/assets/**'

/** Answers 404 for assets, like a server with another version of the client. */
export async function removeAssets(page: Page, removed: RegExp): Promise<void> {
  await page.route(assets, (route) => {
    const isAsked = route.request().method() === 'HEAD'
    if (isAsked || removed.test(route.request().url())) return route.fulfill({ status: 404 })
    return route.continue()
  })
}
