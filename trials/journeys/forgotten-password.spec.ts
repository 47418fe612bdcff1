import { expect } from '@playwright/test'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { addPerson, openLink } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { askForLink } from '../../test/e2e/reset.ts'
import { test } from '../../test/e2e/stage.ts'
import { chooseAndLogIn } from '../../test/e2e/forgotten-password.ts'

test('RT-30 a user who resets the password on the way to a platform by OpenID arrives there', async ({
  page,
}) => {
  const { email, authenticator } = await addPerson()
  const link = await askForLink(page, 'en', email, urls.hub)
  const back = page.getByRole('link', { name: resetMessages.en.backToLogin })
  await expect(back).toHaveAttribute('href', /\/login\?redirect=%2Fsign-on%2F/)
  // The mail may be opened in another browser, which has no pending request of the platform.
  await page.context().clearCookies()
  await openLink(page, link)
  await chooseAndLogIn(page, 'en', { email, authenticator })
})
