import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, type Role } from '#contract/permission.ts'
import { adminPaths, paths } from '../addresses.ts'
import { screens } from '../screens.ts'
import { firstPermitted, visibleMenu } from '../guards.ts'
import { adminMenu, specifiedMenu } from './admin-menu.ts'
import { letterOf } from './use-keys.ts'

function seenBy(...roles: Role[]): string[] {
  return visibleMenu(adminMenu, permissionsOf(roles)).map(({ target }) => target)
}

test('RT-24 every item of the admin menu has text, icon, target, permissions, group and children', () => {
  for (const item of adminMenu) {
    deepEqual(Object.keys(item).sort(), [
      'children',
      'group',
      'icon',
      'permissions',
      'target',
      'text',
    ])
    ok(adminPaths.includes(item.target), item.target)
  }
})

test('RT-23 the admin area has the pages of the specification', () => {
  for (const name of ['audit-logs', 'users', 'admin-users', 'logout', 'no-permission']) {
    ok(adminPaths.includes(`/admin/${name}`), name)
  }
})

test('PE-04 an admin sees the items that one of their roles opens, and no others', () => {
  ok(seenBy('auditor').includes(paths.auditLogs))
  equal(seenBy('auditor').includes(paths.partnerUsers), false)
  equal(seenBy('auditor').includes(paths.adminUsers), false)
  ok(seenBy('support').includes(paths.auditLogs))
  ok(seenBy('support').includes(paths.partnerUsers))
  equal(seenBy('support').includes(paths.adminUsers), false)
  ok(seenBy('user_admin').includes(paths.adminUsers))
  equal(seenBy('user_admin').includes(paths.auditLogs), false)
  equal(seenBy('super_admin').length, adminMenu.length)
  deepEqual(seenBy(), [])
})

test('RT-22 the admin area begins with the audit logs, or else with the first page that the admin may open', () => {
  equal(firstPermitted(specifiedMenu, permissionsOf(['super_admin'])), paths.auditLogs)
  equal(firstPermitted(specifiedMenu, permissionsOf(['user_admin'])), paths.partnerUsers)
  equal(firstPermitted(specifiedMenu, []), undefined)
  equal(firstPermitted(adminMenu, permissionsOf(['auditor'])), paths.overview)
})

test('ER-12 each page of the admin area loads the messages that only it needs', () => {
  const loaded = [
    ...adminMenu.map(({ target }) => target),
    paths.adminAccount,
    paths.bulk,
    paths.testLogin,
  ]
  deepEqual(
    Object.keys(screens.admin).filter((path) => !loaded.includes(path)),
    [],
    'router.tsx loads the messages of the menu’s pages, of the account, of bulk jobs and of test logins',
  )
})

test('each letter after g leads to only one page', () => {
  const letters = adminMenu.flatMap(({ target }) => letterOf(target) ?? [])
  equal(new Set(letters).size, letters.length, letters.join())
})
