import * as links from '#contract/links.ts'
import { messages as resetTwoFactorMessages } from '../../features/account/recovery/texts/messages.ts'
import { inviteCustomer, linkFor } from './cast.ts'
import type { Stage } from './stage.ts'
import { pathOf, type PageName, type View } from './view.ts'

type LinkPage = Extract<
  PageName,
  | 'signup'
  | 'resetPassword'
  | 'reset2fa'
  | 'logMeOut'
  | 'recover'
  | 'stopRecovery'
  | 'contactPoint'
  | 'adminSetUp'
>

const kinds = {
  signup: 'invitation',
  resetPassword: 'reset-password',
  reset2fa: 'reset-mfa',
  logMeOut: 'log-me-out',
  recover: 'recover',
  stopRecovery: 'stop-recovery',
  contactPoint: 'contact-point',
  adminSetUp: 'admin-set-up',
} as const

/** The pages of mailed links: valid, expired, loading and failed. */
export const views: View[] = [
  ...(Object.keys(kinds) as LinkPage[]).flatMap(viewsOfLink),
  {
    name: 'forgot-password',
    of: 'forgotPassword',
    who: 'visitor',
    state: 'normal',
    open: (stage) => stage.go(links.forgotPassword.path),
  },
  {
    name: 'forgot-password-faults',
    of: 'forgotPassword',
    who: 'visitor',
    state: 'error',
    open: (stage) => forgotFaults(stage),
  },
  {
    name: 'forgot-password-received',
    of: 'forgotPassword',
    who: 'visitor',
    state: 'normal',
    open: (stage) => requestLink(stage),
  },
  {
    name: 'log-me-out-done',
    of: 'logMeOut',
    who: 'visitor',
    state: 'normal',
    open: (stage) => logMeOutDone(stage),
  },
  {
    name: 'sign-up-faults',
    of: 'signup',
    who: 'visitor',
    state: 'error',
    open: (stage) => faults(stage, 'signup'),
  },
  {
    name: 'reset-password-faults',
    of: 'resetPassword',
    who: 'visitor',
    state: 'error',
    open: (stage) => faults(stage, 'resetPassword'),
  },
  {
    name: 'reset-password-recent-passkeys',
    of: 'resetPassword',
    who: 'visitor',
    state: 'normal',
    open: (stage) => recentPasskeys(stage),
  },
  {
    name: 'reset-mfa-recovery',
    of: 'reset2fa',
    who: 'visitor',
    state: 'error',
    open: (stage) => wrongRecovery(stage),
  },
]

function viewsOfLink(of: LinkPage): View[] {
  const name = pathOf(of).slice(1).replaceAll('/', '-')
  const view = { of, who: 'visitor' } as const
  const checks = '**/api/**/check'
  return [
    { ...view, name, state: 'normal', open: (stage) => openLink(stage, of) },
    {
      ...view,
      name: `${name}-invalid`,
      state: 'empty',
      open: (stage) => stage.go(`${pathOf(of)}/made-up`),
    },
    { ...view, name: `${name}-lost`, state: 'empty', open: (stage) => stage.go(pathOf(of)) },
    {
      ...view,
      name: `${name}-checking`,
      state: 'loading',
      open: async (stage) => {
        await stage.hold(checks)
        await openLink(stage, of)
      },
    },
    {
      ...view,
      name: `${name}-not-checked`,
      state: 'error',
      open: async (stage) => {
        await stage.fail(checks)
        await openLink(stage, of)
        await stage.sees('main button.secondary-button')
      },
    },
  ]
}

export async function openLink(stage: Stage, of: LinkPage): Promise<void> {
  const kind = kinds[of]
  const path =
    kind === 'invitation' ? await inviteCustomer(stage.locale) : await linkFor(kind, stage.locale)
  await stage.go(path)
}

async function faults(stage: Stage, of: LinkPage): Promise<void> {
  await openLink(stage, of)
  await stage.page.locator('[autocomplete="new-password"]').first().fill('Short-1')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function recentPasskeys(stage: Stage): Promise<void> {
  const names = ['Firefox on Linux', 'iPhone']
  const recent = names.map((name, day) => ({
    name,
    createdAt: `2026-11-0${day + 1}T08:00:00.000Z`,
  }))
  await stage.page.route('**/reset-password/confirm', (route) =>
    route.fulfill({ json: { recentPasskeys: recent } }),
  )
  await openLink(stage, 'resetPassword')
  const newPassword = 'Another-Harbour-7'
  for (const name of ['password', 'confirmPassword']) await stage.fill(name, newPassword)
  await stage.send()
  await stage.sees('h1:focus')
}

async function forgotFaults(stage: Stage): Promise<void> {
  await stage.go(links.forgotPassword.path)
  await stage.fill('email', 'ada')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function requestLink(stage: Stage): Promise<void> {
  await stage.go(links.forgotPassword.path)
  // A different user for each language, because a user gets only a few links.
  await stage.fill('email', `ada.${stage.locale}@harbour.example`)
  await stage.sees('altcha-widget .altcha[data-state=verified]')
  await stage.send()
  await stage.sees('h1:focus')
}

async function logMeOutDone(stage: Stage): Promise<void> {
  await openLink(stage, 'logMeOut')
  await stage.send()
  await stage.sees('h1:focus')
}

async function wrongRecovery(stage: Stage): Promise<void> {
  await openLink(stage, 'reset2fa')
  await stage.press(resetTwoFactorMessages[stage.locale].useRecoveryCode)
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}
