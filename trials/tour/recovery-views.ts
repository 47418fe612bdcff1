import type { RecoveryState } from '#contract/link.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { panelMessages as pointMessages } from '../../features/account/contact-points/texts/messages.ts'
import {
  askMessages,
  bannerMessages,
  lockMessages,
} from '../../features/account/lost-device/texts/messages.ts'
import { stripMessages } from '../../features/admin/users/texts/messages.ts'
import { openFirst } from './admin-list-views.ts'
import { openLink } from './link-views.ts'
import { openLostDeviceForm } from './login-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const login = { of: 'login', who: 'visitor' } as const
const stop = { of: 'stopRecovery', who: 'visitor' } as const
const security = { of: 'security', who: 'customer' } as const

const recovery = {
  id: '01900000-0000-7000-8000-000000000001',
  state: 'asked',
  askedBy: 'user',
  askedAt: '2026-11-02T08:00:00.000Z',
  notBefore: '2026-11-03T08:00:00.000Z',
  expiresAt: '2026-11-05T08:00:00.000Z',
}
const points = [
  { email: 'home@quay.example', verified: true, usable: true },
  { email: 'a.rather.long.address.of.somebody@lighthouse.example', verified: true, usable: false },
  { email: 'typo@quay.example', verified: false, usable: false },
].map((point, place) => ({
  ...point,
  id: `01900000-0000-7000-8000-00000000000${place}`,
  usableFrom: '2026-11-05T08:00:00.000Z',
}))

/** The views of a lost device: the request, its cancellation, and the pages of the users and admins concerned. */
export const views: View[] = [
  { ...login, name: 'login-ask-for-help', state: 'normal', open: (stage) => toForm(stage) },
  { ...login, name: 'login-ask-faults', state: 'error', open: (stage) => askFaults(stage) },
  { ...login, name: 'login-ask-pending', state: 'error', open: (stage) => askAgain(stage) },
  { ...login, name: 'login-asked', state: 'normal', open: (stage) => asked(stage) },
  { ...stop, name: 'stop-open', state: 'normal', open: (stage) => stopped(stage, 'open') },
  { ...stop, name: 'stop-undo', state: 'normal', open: (stage) => stopped(stage, 'undoable') },
  { ...stop, name: 'stop-too-late', state: 'normal', open: (stage) => stopped(stage, 'done') },
  { ...stop, name: 'stop-stopped', state: 'normal', open: (stage) => pressed(stage) },
  { ...stop, name: 'stop-secured', state: 'normal', open: (stage) => secured(stage, 'not-you') },
  { ...stop, name: 'stop-locked', state: 'normal', open: (stage) => secured(stage, 'stolen') },
  {
    of: 'recover',
    who: 'visitor',
    name: 'recover-faults',
    state: 'error',
    open: (stage) => recoverFaults(stage),
  },
  {
    of: 'contactPoint',
    who: 'visitor',
    name: 'contact-point-confirmed',
    state: 'normal',
    open: (stage) => confirmed(stage),
  },
  { of: 'home', who: 'customer', name: 'home-recovery', state: 'normal', open: banner },
  { ...security, name: 'security-addresses', state: 'normal', open: (stage) => addresses(stage) },
  {
    ...security,
    name: 'security-addresses-failed',
    state: 'error',
    open: (stage) => addressesFailed(stage),
  },
  { ...security, name: 'security-add-address', state: 'error', open: (stage) => addFaults(stage) },
  { ...security, name: 'security-lock', state: 'normal', open: (stage) => askLock(stage) },
  {
    of: 'users',
    who: 'admin',
    name: 'user-recovery',
    state: 'normal',
    open: (stage) => strip(stage),
  },
]

async function toForm(stage: Stage): Promise<void> {
  await openLostDeviceForm(stage)
  await stage.press(askMessages[stage.locale].begin)
  await stage.sees('[name=note]')
}

async function askFaults(stage: Stage): Promise<void> {
  await toForm(stage)
  await stage.fill('phone', 'call me')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function answer(stage: Stage, pattern: string, json: unknown, status = 200): Promise<void> {
  await stage.page.route(pattern, (route) => route.fulfill({ status, json }))
}

async function askAgain(stage: Stage): Promise<void> {
  const errors = { errors: [{ code: 409004 }] }
  await answer(stage, '**/users/recovery/ask', errors, 409)
  await toForm(stage)
  await stage.fill('note', 'Stolen')
  await stage.send()
  await stage.sees('form [role=alert]')
}

async function asked(stage: Stage): Promise<void> {
  await answer(stage, '**/users/recovery/ask', {}, 202)
  await toForm(stage)
  await stage.fill('note', 'Stolen')
  await stage.send()
  await stage.sees('main ol')
}

async function stopped(stage: Stage, state: RecoveryState): Promise<void> {
  const link = {
    kind: 'stop-recovery',
    email: 'a•••@harbour.example',
    expiresAt: '2026-11-09T08:00:00.000Z',
    recovery: state,
  }
  await answer(stage, '**/links/check', link)
  await openLink(stage, 'stopRecovery')
  await stage.sees('form:not([inert] *)')
}

async function pressed(stage: Stage): Promise<void> {
  await answer(stage, '**/recovery/stop', { recovery: 'open' })
  await stopped(stage, 'open')
  await stage.send()
  await stage.sees('#not-you')
}

async function secured(stage: Stage, of: 'not-you' | 'stolen'): Promise<void> {
  await answer(stage, '**/lock/with-token', {})
  await pressed(stage)
  await stage.page.locator(`section[aria-labelledby=${of}] button`).click()
  await stage.page.locator('#not-you').waitFor({ state: 'detached' })
  await stage.sees('h1:focus')
}

async function recoverFaults(stage: Stage): Promise<void> {
  await openLink(stage, 'recover')
  await stage.page.locator('[autocomplete="new-password"]').first().fill('Short-1')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function confirmed(stage: Stage): Promise<void> {
  await answer(stage, '**/contact-points/verify', {})
  await openLink(stage, 'contactPoint')
  await stage.sees('form:not([inert] *)')
  await stage.send()
  await stage.sees('h1:focus')
}

async function banner(stage: Stage): Promise<void> {
  await answer(stage, '**/users/recovery', { recovery })
  await stage.go(links.home.path)
  await stage.page.getByText(bannerMessages[stage.locale].title).waitFor()
}

async function addresses(stage: Stage): Promise<void> {
  await answer(stage, '**/users/contact-points', points)
  await stage.go(`${links.security.path}#contact-points`)
  await stage.sees('#contact-points li')
}

async function addressesFailed(stage: Stage): Promise<void> {
  await stage.fail('**/users/contact-points')
  await stage.go(`${links.security.path}#contact-points`)
  await stage.sees('#contact-points [role=alert]')
}

async function addFaults(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#contact-points`)
  await stage.press(pointMessages[stage.locale].add)
  await stage.sees('dialog[open]')
  await stage.page.locator('dialog[open] [name=email]').fill('home')
  await stage.page.locator('dialog[open] button[type=submit]').click()
  await stage.sees('dialog[open] [aria-invalid=true]')
}

async function askLock(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#lock`)
  await stage.press(lockMessages[stage.locale].lock)
  await stage.sees('dialog[open]')
}

async function strip(stage: Stage): Promise<void> {
  await answer(stage, '**/admin/users/*/recovery', { recovery })
  await openFirst(stage, adminLinks.users.path)
  await stage.page.getByText(stripMessages[stage.locale].title).waitFor()
}
