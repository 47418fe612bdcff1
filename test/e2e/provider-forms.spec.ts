import type { Server } from 'node:http'
import { expect } from '@playwright/test'
import { messages } from '../../features/platforms/single-sign-on/texts/messages.ts'
import { urls } from './place.ts'
import { test } from './stage.ts'
import { enterNewSite, requestOf } from './provider-forms.ts'

const t = messages.en

const sites: Server[] = []

test.afterAll(() => sites.forEach((site) => site.close()))

test('P22 P27: form_post sends the code to the platform by a form, also without scripts', async ({
  page,
  browser,
}) => {
  const { site } = await enterNewSite(page)
  await page.goto(await requestOf(site, { response_mode: 'form_post' }))
  await expect(page).toHaveURL(site.callback)
  await expect(page.locator('pre')).toContainText(/^POST .*state=journey/s)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: urls.portal })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(await requestOf(site, { response_mode: 'form_post' }))
  await plain.getByRole('button', { name: t.continue }).click()
  await expect(plain).toHaveURL(site.callback)
  await expect(plain.locator('pre')).toContainText(/^POST .*code=/s)
  await context.close()
})
