import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { isPermitted } from '#contract/links.ts'
import type { Me } from '#contract/me.ts'
import { isRedirect } from '@tanstack/react-router'
import {
  firstPermitted,
  requireLogin,
  requirePermissions,
  toFirstPermitted,
  visibleMenu,
} from './guards.ts'

const audit = entry('/made/audit', ['view_audit_log', 'view_admin_audit_log'])
const people = entry('/made/people', ['manage_regular_user'])
const reports = entry('/made/reports', [], [audit, people])
const open = entry('/made/open', [])

test('RT-19 an empty child path redirects to the first entry that the user may see', () => {
  equal(firstPermitted([audit, people, open], ['manage_regular_user']), '/made/people')
  equal(firstPermitted([audit, people, open], []), '/made/open')
  throws(
    () =>
      toFirstPermitted([audit, people], '/made/no-permission')(holding(['manage_regular_user'])),
    goesTo('/made/people'),
  )
})

test('RT-19 an empty child path redirects to the first child if the first entry is a group', () => {
  equal(firstPermitted([reports, open], ['manage_regular_user']), '/made/people')
  equal(firstPermitted([reports, open], []), '/made/open')
})

test('RT-19 an empty child path redirects to no-permission if the menu has nothing for the user', () => {
  equal(firstPermitted([audit, people], ['manage_partner']), undefined)
  throws(
    () => toFirstPermitted([audit, people], '/made/no-permission')(holding([])),
    goesTo('/made/no-permission'),
  )
})

test('RT-20 no-permission redirects to a permitted page if one exists', () => {
  throws(() => toFirstPermitted([audit, open])(holding([])), goesTo('/made/open'))
})

test('RT-20 no-permission stays if no page is permitted', () => {
  equal(toFirstPermitted([audit])(holding([])), undefined)
})

test('PE-01 a route opens with at least one of its permissions', () => {
  equal(isPermitted(['view_audit_log', 'view_admin_audit_log'], ['view_audit_log']), true)
  equal(isPermitted(['view_audit_log'], ['view_audit', 'VIEW_AUDIT_LOG']), false)
  equal(requirePermissions(['view_audit_log'])(atMade(['view_audit_log'])), undefined)
})

test('PE-01 a route that lists no permission opens to every logged-in user', () => {
  equal(isPermitted([], []), true)
})

test('3A25: PE-01 a route without one of its permissions redirects to /unauthorized, with its address', () => {
  throws(
    () => requirePermissions(['manage_partner'])(atMade([])),
    goesTo('/unauthorized?redirect=%2Fmade'),
  )
})

test('PE-04 an item shows if it lists no permissions or the user has at least one of them', () => {
  deepEqual(targets(visibleMenu([audit, people, open], ['view_audit_log'])), [
    '/made/audit',
    '/made/open',
  ])
})

test('PE-04 a group shows only while a child remains', () => {
  const [shown] = visibleMenu([reports], ['view_audit_log'])
  deepEqual(targets(shown?.children ?? []), ['/made/audit'])
  deepEqual(visibleMenu([reports], ['manage_partner']), [])
})

test('RT-26 a visitor is redirected to the login with the full target path', async () => {
  const location = { href: '/main/profile?error_type=no_access&a=1%262#phone' }
  await rejects(
    requireLogin({ location, context: { findMe: async () => undefined } }),
    goesTo(`/login?${new URLSearchParams({ redirect: location.href })}`),
  )
})

test('RT-26 a logged-in user passes', async () => {
  const me = { permissions: [] as string[] } as Me
  const passed = requireLogin({ location: { href: '/main' }, context: { findMe: async () => me } })
  deepEqual(await passed, { me })
})

type MadeUp = { target: string; permissions: string[]; children: MadeUp[] }

function entry(target: string, permissions: string[], children: MadeUp[] = []): MadeUp {
  return { target, permissions, children }
}

function holding(permissions: string[]) {
  return { context: { me: { permissions } } }
}

function atMade(permissions: string[]) {
  return { ...holding(permissions), location: { href: '/made' } }
}

function targets(menu: readonly MadeUp[]): string[] {
  return menu.map(({ target }) => target)
}

function goesTo(href: string) {
  return (thrown: unknown) => isRedirect(thrown) && thrown.options.href === href
}
