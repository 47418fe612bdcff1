import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { adminMenu } from './admin/menu.ts'
import { menuTextOf, toggleBar, withCompany } from './menus.ts'
import { partnerMenu } from './partner/menu.ts'

test('SC-19 on a small screen the toggle shows or hides the navigation bar', () => {
  deepEqual(toggleBar({ minify: true, show: false }, true), { minify: true, show: true })
  deepEqual(toggleBar({ minify: false, show: true }, true), { minify: false, show: false })
})

test('SC-19 on a large screen the toggle makes the navigation bar narrow or wide', () => {
  deepEqual(toggleBar({ minify: false, show: false }, false), { minify: true, show: false })
  deepEqual(toggleBar({ minify: true, show: true }, false), { minify: false, show: true })
})

test('an entry of the menu has at most 28 characters in every language', () => {
  for (const item of [...adminMenu, ...partnerMenu])
    for (const locale of locales) {
      const text = menuTextOf(item, locale)
      ok(text.length > 0 && text.length <= 28, text)
    }
})

test('U17: the menu entries of a company are below its name, with the counts of what waits', () => {
  const menu = withCompany(partnerMenu, 'Harbour Trading', { '/main/company/review': 3 })
  const review = menu.find(({ target }) => target === '/main/company/review')
  deepEqual([review?.groupName, review?.count], ['Harbour Trading', 3])
  deepEqual(
    menu.filter(({ group, groupName }) => (group === 'company') !== (groupName !== undefined)),
    [],
  )
  ok(withCompany(partnerMenu, undefined).every(({ groupName }) => groupName === undefined))
})
