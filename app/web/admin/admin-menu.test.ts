import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, type Role } from '#contract/permission.ts'
import * as adminLinks from '#contract/admin-links.ts'
import { adminPaths } from '../addresses.ts'
import { firstPermitted, visibleMenu } from '../guards.ts'
import { adminMenu } from './menu.ts'
import { letterOf } from './use-keys.ts'

function seenBy(...roles: Role[]): string[] {
  return visibleMenu(adminMenu, permissionsOf(roles)).map(({ target }) => target)
}

test('RT-24 every item of the admin menu has text, icon, target, permissions, group and children', () => {
  for (const item of adminMenu) {
    deepEqual(Object.keys(item).sort(), [
      'below',
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

test('PE-04 an admin sees the items that one of their roles opens, and no other', () => {
  ok(seenBy('auditor').includes(adminLinks.auditLog.path))
  equal(seenBy('auditor').includes(adminLinks.users.path), false)
  equal(seenBy('auditor').includes(adminLinks.admins.path), false)
  ok(seenBy('support').includes(adminLinks.auditLog.path))
  ok(seenBy('support').includes(adminLinks.users.path))
  equal(seenBy('support').includes(adminLinks.admins.path), false)
  ok(seenBy('user_admin').includes(adminLinks.admins.path))
  equal(seenBy('user_admin').includes(adminLinks.auditLog.path), false)
  equal(seenBy('super_admin').length, adminMenu.length)
  deepEqual(seenBy(), [])
})

test('3W14 RT-22 the admin area begins with the first entry of the menu that is open to the admin', () => {
  equal(firstPermitted(adminMenu, permissionsOf(['super_admin'])), adminLinks.auditLog.path)
  equal(firstPermitted(adminMenu, permissionsOf(['user_admin'])), adminLinks.users.path)
  equal(firstPermitted(adminMenu, []), undefined)
  equal(firstPermitted(adminMenu, permissionsOf(['auditor'])), adminLinks.auditLog.path)
})

test('each letter after g leads to only one page', () => {
  const letters = adminMenu.flatMap(({ target }) => letterOf(target) ?? [])
  equal(new Set(letters).size, letters.length, letters.join())
})
