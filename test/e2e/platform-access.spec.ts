import { expect, type Page } from '@playwright/test'
import { platformAccessMessages as notices } from '../../app/web/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { enterAs } from './people.ts'
import { urls } from './place.ts'
import { mailTo, test } from './stage.ts'
import { addEarlierUser, setPlatformAccess } from './platform-access.ts'

const t = userMessages.en

const own = userPageMessages.en

const hub = { name: 'Business hub' }

const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })

const saved = () => t.accessSaved({ name: 'Grace Hopper' })

test('M1: an admin grants an earlier user a platform that opens without a login, then deactivates and revokes it', async ({
  page,
  browser,
}) => {
  const ada = await addEarlierUser()
  const userPage = await newPage(browser)
  await enterAs(userPage, ada)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=no_access$/)

  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  await expect(page.getByText(own.why_not_given).first()).toBeVisible()
  await setPlatformAccess(page, 'on')
  await expect(page.getByText(saved())).toBeVisible()
  await expect(switchOf(page)).toBeChecked()
  await userPage.goto(urls.hub)
  await expect(userPage.getByText('Grace Hopper')).toBeVisible()
  expect(new URL(userPage.url()).origin).toBe(urls.hub)
  const mail = await mailTo(ada.email, /(?:platform|(?:now|longer) have) access/)
  expect(mail.Text).toContain('You can now open Business hub')

  await setPlatformAccess(page, 'deactivated')
  await expect(page.getByText(own.why_deactivated)).toBeVisible()
  await expect(switchOf(page)).not.toBeChecked()
  const isIn = async () => (await userPage.request.get(urls.hub, { maxRedirects: 0 })).ok()
  await expect.poll(isIn, { timeout: 3_000 }).toBe(false)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=deactivated$/)
  await expect(userPage.getByText(notices.en.endedTitle(hub))).toBeVisible()

  await setPlatformAccess(page, 'on')
  await expect(switchOf(page)).toBeChecked()
  await setPlatformAccess(page, 'no_access')
  await expect(switchOf(page)).not.toBeChecked()
  await expect(page.getByText(own.why_deactivated)).toHaveCount(0)
  await userPage.goto(urls.hub)
  await expect(userPage).toHaveURL(/error_type=no_access$/)
  await userPage.context().close()
})
