import * as adminLinks from '#contract/admin-links.ts'
import { openFirst } from './admin-list-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const admin = { who: 'admin', of: 'platforms', state: 'normal' } as const

const claims = [
  { name: 'sub', idToken: '"0f3c9a52-7d8e-4b56-9a7d-2f2f0f2b9f11"', userInfo: '"0f3c9a52-7d8e"' },
  {
    name: 'email',
    idToken: '"ada.byron@harbour.example"',
    userInfo: '"ada.byron@harbour.example"',
  },
  { name: 'acr', idToken: '"https://refeds.org/profile/mfa"', userInfo: null },
  { name: 'amr', idToken: '["pwd","otp","mfa"]', userInfo: null },
]

const platformTabs = ['summary', 'connect', 'registration', 'access', 'upkeep'] as const

/** The steps of a platform from registration to a successful test login. */
export const views: View[] = [
  ...platformTabs.map((tab): View => ({
    ...admin,
    name: `platform-${tab}`,
    open: (stage) => openPlatformTab(stage, tab),
  })),
  { ...admin, name: 'platform-unsaved', open: (stage) => unsaved(stage) },
  { ...admin, name: 'platform-claims', open: (stage) => previewed(stage) },
  { ...admin, name: 'platforms-new-proxy', open: (stage) => ofKind(stage) },
  {
    ...admin,
    of: 'testLogin',
    name: 'test-login-start',
    open: (stage) => stage.go(`${adminLinks.testLogin.path}?platform=business-hub`),
  },
  {
    ...admin,
    of: 'testLogin',
    name: 'test-login-passed',
    open: (stage) =>
      answered(stage, {
        isPassed: true,
        error: '',
        description: '',
        claims,
        scope: 'openid email',
      }),
  },
  {
    ...admin,
    of: 'testLogin',
    name: 'test-login-refused',
    open: (stage) =>
      answered(stage, {
        isPassed: false,
        error: 'access_denied',
        description: 'no_access',
        claims: [],
        scope: '',
      }),
  },
  {
    ...admin,
    state: 'error',
    of: 'testLogin',
    name: 'test-login-expired',
    open: async (stage) => {
      await stage.go(`${adminLinks.testLogin.path}?platform=business-hub&state=x&code=y`)
      await stage.sees('main [data-kind]')
    },
  },
]

async function ofKind(stage: Stage): Promise<void> {
  await stage.go(adminLinks.newPlatform.path)
  await stage.page.locator('[name=kind]').last().check()
  await stage.sees('[name=entryOrigin]')
}

export async function openPlatformTab(
  stage: Stage,
  tab: (typeof platformTabs)[number],
): Promise<void> {
  await openFirst(stage, adminLinks.platforms.path)
  await stage.page.getByRole('tab').nth(platformTabs.indexOf(tab)).click()
  await stage.calm()
}

async function unsaved(stage: Stage): Promise<void> {
  await openPlatformTab(stage, 'registration')
  await stage.page.locator('form [name=name]').fill('Renamed')
  await stage.sees('[form][type=submit]')
}

async function previewed(stage: Stage): Promise<void> {
  await openPlatformTab(stage, 'access')
  await stage.page.locator('input[name=user]').fill('ada')
  await stage.page.getByRole('option').first().click()
  await stage.sees('main table')
}

async function answered(stage: Stage, result: object): Promise<void> {
  await stage.page.route('**/test-login/finish', (route) => route.fulfill({ json: result }))
  await stage.go(`${adminLinks.testLogin.path}?platform=business-hub&state=x&code=y`)
  await stage.sees('main [data-kind]')
}
