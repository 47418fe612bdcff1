import * as links from '#contract/links.ts'
import { changeMessages as passwordMessages } from '../../features/account/password/texts/messages.ts'
import { recoveryCodesMessages as codeMessages } from '../../features/account/two-factor/texts/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { entryPlatform } from './cast.ts'
import { browsers } from './names.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const profile = { of: 'profile', who: 'customer' } as const
const home = { of: 'home', who: 'customer' } as const
const security = { of: 'security', who: 'customer' } as const
const lists = ['**/api/users/sessions', '**/api/users/login/history*']

const stepUp = { of: 'stepUp', who: 'customer' } as const
const stepUpCall = '**/api/users/step-up?*'
const stepUpPath = `${links.stepUp.path}?subsystem=${entryPlatform.id}`

/** The pages of a logged-in customer. */
export const views: View[] = [
  {
    ...profile,
    of: 'main',
    name: 'main',
    state: 'normal',
    open: (stage) => stage.go(links.main.path),
  },
  { ...home, name: 'home', state: 'normal', open: (stage) => stage.go(links.home.path) },
  {
    ...home,
    who: 'newcomer',
    name: 'home-new',
    state: 'empty',
    open: (stage) => stage.go(links.home.path),
  },
  { ...profile, name: 'profile', state: 'normal', open: (stage) => stage.go(links.profile.path) },
  {
    ...profile,
    name: 'profile-refused-entry',
    state: 'normal',
    open: (stage) =>
      stage.go(`${links.profile.path}?forbidden_subsystem=business-hub&error_type=wrong_subsystem`),
  },
  { ...profile, name: 'profile-faults', state: 'error', open: (stage) => profileFaults(stage) },
  { ...profile, name: 'profile-not-saved', state: 'error', open: (stage) => profileFails(stage) },
  { ...profile, name: 'profile-loading', state: 'loading', open: (stage) => profileLoads(stage) },
  { ...profile, name: 'profile-failed', state: 'error', open: (stage) => profileFailed(stage) },
  { ...profile, name: 'profile-unsaved', state: 'normal', open: (stage) => profileUnsaved(stage) },
  { ...stepUp, name: 'step-up', state: 'normal', open: (stage) => stepUpAsked(stage) },
  { ...stepUp, name: 'step-up-faults', state: 'error', open: (stage) => stepUpFaults(stage) },
  {
    ...stepUp,
    name: 'step-up-expired',
    state: 'empty',
    open: (stage) => stage.go(`${links.stepUp.path}/long-ago`),
  },
  { ...stepUp, name: 'step-up-loading', state: 'loading', open: (stage) => stepUpLoads(stage) },
  { ...stepUp, name: 'step-up-failed', state: 'error', open: (stage) => stepUpFails(stage) },
  {
    ...security,
    name: 'security',
    state: 'normal',
    open: (stage) => stage.go(links.security.path),
  },
  {
    ...security,
    name: 'security-unfolded',
    state: 'normal',
    open: async (stage) => {
      await stage.go(links.security.path)
      await stage.unfold()
    },
  },
  {
    ...security,
    who: 'newcomer',
    name: 'security-new',
    state: 'empty',
    open: (stage) => stage.go(links.security.path),
  },
  { ...security, name: 'security-loading', state: 'loading', open: (stage) => loading(stage) },
  { ...security, name: 'security-failed', state: 'error', open: (stage) => failed(stage) },
  { ...security, name: 'security-faults', state: 'error', open: (stage) => passwordFaults(stage) },
  {
    ...security,
    name: 'security-end-others',
    state: 'normal',
    open: (stage) => askOthers(stage),
  },
  {
    ...security,
    name: 'security-not-me',
    state: 'normal',
    open: (stage) => askReport(stage),
  },
  {
    ...security,
    name: 'security-new-codes',
    state: 'normal',
    open: (stage) => askCodes(stage),
  },
  {
    name: 'help',
    of: 'help',
    who: 'customer',
    state: 'normal',
    open: (stage) => stage.go(links.help.path),
  },
  {
    name: 'help-error-code',
    of: 'help',
    who: 'customer',
    state: 'normal',
    open: async (stage) => {
      await stage.go(links.help.path)
      await stage.page.locator('main input[type=search]').fill('429201')
      await stage.sees('[role=status] strong')
    },
  },
  {
    name: 'help-no-answer',
    of: 'help',
    who: 'customer',
    state: 'empty',
    open: async (stage) => {
      await stage.go(links.help.path)
      await stage.page.locator('main input[type=search]').fill('qqq')
      await stage.sees('[role=status] p')
    },
  },
  {
    name: 'main-no-permission',
    of: 'noPermission',
    who: 'customer',
    state: 'normal',
    open: (stage) => stage.go(links.noPermission.path),
  },
  {
    name: 'main-not-found',
    of: 'notFound',
    who: 'customer',
    state: 'normal',
    open: (stage) => stage.go('/main/nothing'),
  },
  {
    name: 'replace-authenticator',
    of: 'replaceAuthenticator',
    who: 'customer',
    state: 'normal',
    open: (stage) => stage.go(links.replaceAuthenticator.path),
  },
  {
    name: 'reset-mfa-logged-in',
    of: 'reset2fa',
    who: 'customer',
    state: 'normal',
    open: (stage) => stage.go(links.reset2fa.path),
  },
]

async function profileFaults(stage: Stage): Promise<void> {
  await stage.go(links.profile.path)
  await stage.fill('firstname', '')
  await stage.fill('phone', 'none')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function profileFails(stage: Stage): Promise<void> {
  await stage.go(links.profile.path)
  await stage.fail('**/api/users/me')
  await stage.fill('jobTitle', 'Treasurer')
  await stage.send()
  await stage.sees('[role=alert]')
}

async function profileLoads(stage: Stage): Promise<void> {
  await stage.withoutPageData()
  await stage.hold('**/api/users/me')
  await stage.page.goto(links.profile.path)
  await stage.sees('[role=status] svg')
}

async function profileFailed(stage: Stage): Promise<void> {
  await stage.withoutPageData()
  await stage.fail('**/api/users/me')
  await stage.go(links.profile.path)
  await stage.sees('[role=alert]')
}

async function profileUnsaved(stage: Stage): Promise<void> {
  await stage.go(links.profile.path)
  await stage.fill('jobTitle', 'Treasurer')
  await stage.page.locator(`nav a[href="${links.help.path}"]`).focus()
  await stage.page.keyboard.press('Enter')
  await stage.sees('dialog[open]')
}

async function loading(stage: Stage): Promise<void> {
  await stage.withoutPageData()
  for (const list of lists) await stage.hold(list)
  await stage.go(links.security.path)
  await stage.unfold()
}

async function failed(stage: Stage): Promise<void> {
  await stage.withoutPageData()
  for (const list of lists) await stage.fail(list)
  await stage.go(links.security.path)
  await stage.unfold()
  await stage.sees('[role=alert]')
}

async function passwordFaults(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#change-password`)
  await stage.press(passwordMessages[stage.locale].save)
  await stage.sees('[aria-invalid=true]')
}

async function askOthers(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#sessions`)
  const t = sessionMessages[stage.locale]
  await stage.press(t.logOutOthers({ count: browsers.length }))
  await stage.sees('dialog[open]')
}

async function askReport(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#sessions`)
  const t = sessionMessages[stage.locale]
  await stage.page.getByText(t.notMe, { exact: true }).first().click()
  await stage.sees('dialog[open]')
}

async function askCodes(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#recovery-codes`)
  await stage.press(codeMessages[stage.locale].make)
  await stage.sees('dialog[open]')
}

async function stepUpAsked(stage: Stage): Promise<void> {
  await stage.go(stepUpPath)
  await stage.sees('main form')
}

async function stepUpFaults(stage: Stage): Promise<void> {
  await stepUpAsked(stage)
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function stepUpLoads(stage: Stage): Promise<void> {
  await stage.hold(stepUpCall)
  await stage.go(stepUpPath)
}

async function stepUpFails(stage: Stage): Promise<void> {
  await stage.fail(stepUpCall)
  await stage.go(stepUpPath)
  await stage.sees('main [role=alert]')
}
