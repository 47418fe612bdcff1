import * as links from '#contract/links.ts'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { offerMessages } from '../../features/account/passkeys/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { addDevice } from '../../test/e2e/devices.ts'
import { password } from '../../test/e2e/stage.ts'
import { addCustomer } from './cast.ts'
import { urls } from './portico.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const login = { of: 'login', who: 'visitor' } as const
const admin = { of: 'adminLogin', who: 'visitor' } as const

/** The login and its steps, the admin login, and standalone pages. */
export const views: View[] = [
  { ...login, name: 'login', state: 'normal', open: (stage) => stage.go(links.login.path) },
  {
    ...login,
    name: 'login-to-platform',
    state: 'normal',
    open: (stage) =>
      stage.go(`${links.login.path}?redirect_url=${encodeURIComponent(`${urls.hub}/`)}`),
  },
  {
    ...login,
    name: 'login-refused-entry',
    state: 'normal',
    open: (stage) =>
      stage.go(`${links.login.path}?forbidden_subsystem=business-hub&error_type=no_access`),
  },
  {
    ...login,
    name: 'login-ended-elsewhere',
    state: 'normal',
    open: (stage) => stage.go(`${links.login.path}?logged_out=elsewhere`),
  },
  {
    ...login,
    name: 'login-ended-idle',
    state: 'normal',
    open: (stage) => stage.go(`${links.login.path}?ended=endedIdle`),
  },
  {
    ...login,
    name: 'login-other-ways',
    state: 'normal',
    open: async (stage) => {
      await toCode(stage)
      await stage.press(loginMessages[stage.locale].otherWays)
    },
  },
  { ...login, name: 'login-faults', state: 'error', open: (stage) => sendEmpty(stage) },
  { ...login, name: 'login-wrong', state: 'error', open: (stage) => logInWrongly(stage) },
  { ...login, name: 'login-sending', state: 'loading', open: (stage) => logInSlowly(stage) },
  { ...login, name: 'login-code', state: 'normal', open: (stage) => toCode(stage) },
  { ...login, name: 'login-code-wrong', state: 'error', open: (stage) => wrongCode(stage) },
  { ...login, name: 'login-recovery', state: 'normal', open: (stage) => toRecovery(stage) },
  { ...login, name: 'login-lost', state: 'normal', open: (stage) => openLostDeviceForm(stage) },
  { ...login, name: 'login-choose-factor', state: 'normal', open: (stage) => toChoice(stage) },
  { ...login, name: 'login-passkey-offer', state: 'normal', open: (stage) => toOffer(stage) },
  { ...login, name: 'login-set-up', state: 'normal', open: (stage) => openSetup(stage) },
  { ...login, name: 'login-set-up-wrong', state: 'error', open: (stage) => wrongFirstCode(stage) },
  {
    ...admin,
    name: 'admin-login',
    state: 'normal',
    open: (stage) => stage.go(links.adminLogin.path),
  },
  {
    ...admin,
    name: 'admin-login-faults',
    state: 'error',
    open: (stage) => sendEmpty(stage, links.adminLogin.path),
  },
  {
    name: 'terms',
    of: 'terms',
    who: 'visitor',
    state: 'normal',
    open: (stage) => stage.go(links.terms.path),
  },
  {
    name: 'unauthorized',
    of: 'unauthorized',
    who: 'visitor',
    state: 'normal',
    open: (stage) => stage.go(links.unauthorized.path),
  },
  {
    name: 'not-found',
    of: 'notFound',
    who: 'visitor',
    state: 'normal',
    open: (stage) => stage.go('/nothing'),
  },
]

async function sendEmpty(stage: Stage, path: string = links.login.path): Promise<void> {
  await stage.go(path)
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function logIn(stage: Stage, email: string): Promise<void> {
  await stage.go(links.login.path)
  await stage.fill('email', email)
  await stage.fill('password', password)
  await stage.send()
}

async function logInWrongly(stage: Stage): Promise<void> {
  await logIn(stage, 'nobody@harbour.example')
  await stage.sees('[name=password][aria-invalid=true]')
}

async function logInSlowly(stage: Stage): Promise<void> {
  await stage.hold('**/api/users/login')
  await logIn(stage, 'nobody@harbour.example')
  await stage.sees('form[aria-busy=true]')
}

async function toCode(stage: Stage): Promise<void> {
  const { email } = await addCustomer(stage.locale)
  await logIn(stage, email)
  await stage.sees('[autocomplete="one-time-code"]')
}

async function wrongCode(stage: Stage): Promise<void> {
  await toCode(stage)
  await stage.page.locator('[autocomplete="one-time-code"]').fill('000000')
  await stage.sees('[aria-invalid=true]')
}

async function toRecovery(stage: Stage): Promise<void> {
  await toCode(stage)
  await stage.press(loginMessages[stage.locale].otherWays)
  await stage.press(loginMessages[stage.locale].useRecoveryCode)
  await stage.page.locator('[autocomplete="one-time-code"]').waitFor({ state: 'detached' })
}

export async function openLostDeviceForm(stage: Stage): Promise<void> {
  await toCode(stage)
  await stage.press(loginMessages[stage.locale].otherWays)
  await stage.press(publicMessages[stage.locale].lostDevice)
  await stage.page.locator('[autocomplete="one-time-code"]').waitFor({ state: 'detached' })
  await stage.sees('h1')
}

async function toChoice(stage: Stage): Promise<void> {
  const { email } = await addCustomer(stage.locale, { hasFactor: false })
  await logIn(stage, email)
  await stage.sees('main h2')
}

/** Opens the passkey offer with a new user, so that following views are not affected. */
async function toOffer(stage: Stage): Promise<void> {
  const device = await addDevice(stage.page)
  const { email, authenticator } = await addCustomer(stage.locale)
  await logIn(stage, email)
  await stage.page.locator('[autocomplete="one-time-code"]').fill(await authenticator.code())
  const title = offerMessages[stage.locale].title
  await stage.page.getByRole('heading', { name: title }).waitFor()
  await device.remove()
  await stage.page.context().clearCookies({ name: /portico$/ })
  await stage.page.evaluate('localStorage.clear()')
}

export async function openSetup(stage: Stage): Promise<void> {
  await toChoice(stage)
  await stage.press(setUpMessages[stage.locale].useApp)
  await stage.sees('code')
}

async function wrongFirstCode(stage: Stage): Promise<void> {
  await openSetup(stage)
  await stage.page.locator('[autocomplete="one-time-code"]').fill('000000')
  await stage.sees('[aria-invalid=true]')
}
