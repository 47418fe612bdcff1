// covers mail:phone-changed
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import {
  findDestination,
  findOverview,
  findPlatformName,
} from '../../features/account/home/contract.ts'
import { declinePasskey } from '../../features/account/passkeys/contract.ts'
import { saveProfile, saveTheme, settleTimezone } from '../../features/account/profile/contract.ts'
import { mails, newUser } from './people.ts'
import { place } from './place.ts'

test('a user saves the profile, and is emailed in the new language that the phone number changed', async () => {
  const user = await newUser()
  const { call } = user.browser
  const profile = {
    firstname: 'Augusta',
    lastname: 'King',
    jobTitle: 'Treasurer',
    timezone: 'Europe/Lisbon',
    preferredLanguage: 'fr' as const,
    phone: '+351 21 000 0000',
    referralCode: 'HARBOUR',
  }
  await call(saveProfile, { body: profile })
  const me = await call(getMe, {})
  deepEqual(
    Object.fromEntries(Object.keys(profile).map((name) => [name, me[name as keyof typeof me]])),
    profile,
  )
  await mails.next(user.email, /téléphone/)
  await call(settleTimezone, { body: { timezone: 'Asia/Dubai' } })
  await call(saveTheme, { body: { theme: 'dark' } })
  await call(declinePasskey, { body: {} })
  const later = await call(getMe, {})
  deepEqual([later.timezone, later.theme], ['Asia/Dubai', 'dark'])
})

test('the home page lists a user’s platforms, and finds the destination of a link', async () => {
  const { browser } = await newUser({ platforms: ['onboarding'] })
  const { platforms, passwordChangedAt } = await browser.call(findOverview, {})
  deepEqual(
    platforms.map(({ id }) => id),
    ['onboarding'],
  )
  equal(passwordChangedAt !== null, true)
  const url = `${place.onboardingUrl}/somewhere`
  const { platform } = await browser.call(findDestination, { query: { url } })
  equal(platform?.id, 'onboarding')
  const { name } = await browser.call(findPlatformName, { query: { id: 'onboarding' } })
  equal(name, 'Onboarding dashboard')
})
