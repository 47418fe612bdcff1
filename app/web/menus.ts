import type { Locale } from '#contract/locale.ts'
import type { MenuIcon } from './icon-paths.ts'
import type { FrameWord, MenuText, PageRow } from './page-list.ts'
import { frameMessages } from './texts/messages.ts'

export type MenuItem = {
  text: MenuText
  icon: MenuIcon
  target: string
  /** Permissions of which any one shows the item; an empty list shows it to every user. */
  permissions: readonly string[]
  /** Number of items that wait for the reader. */
  count?: number
  /** Name in place of the heading, such as that of the reader's company. */
  groupName?: string
  /** The heading of the item. */
  group: FrameWord
  /** Paths of pages that belong to this item but are not below its target. */
  below: readonly string[]
  children: readonly MenuItem[]
}

/** Returns the text of a menu item. */
export function menuTextOf({ text }: Pick<MenuItem, 'text'>, locale: Locale): string {
  return typeof text === 'string' ? frameMessages[locale][text] : text[locale].title
}

/**
 * Returns the target of the menu item above a page that has no item itself, such as the list of a record; undefined for
 * other pages.
 */
export function menuTargetOf(menu: readonly MenuItem[], path: string): string | undefined {
  const isAtOrBelow = (above: string) => path === above || path.startsWith(`${above}/`)
  return menu.find(
    ({ target, below }) => path.startsWith(`${target}/`) || below.some((each) => isAtOrBelow(each)),
  )?.target
}

/** Returns the menu of a list of pages. */
// @__NO_SIDE_EFFECTS__
export function menuOf(pages: readonly PageRow[]): MenuItem[] {
  return pages.flatMap(({ page, menu }) => {
    const below = pages.filter(({ within }) => within === page).map((each) => each.page.path)
    const { path, permissions } = page
    return menu ? [{ ...menu, target: path, permissions, below, children: [] }] : []
  })
}

/** Returns the menu of users with the name of their company, and the counts by the targets of the items. */
export function withCompany(
  menu: readonly MenuItem[],
  company: string | undefined,
  counts: Readonly<Record<string, number>> = {},
): MenuItem[] {
  return menu.map((item) => ({
    ...item,
    count: counts[item.target] ?? 0,
    ...(item.group === 'company' && company !== undefined && { groupName: company }),
  }))
}

/** State of the navigation bar: narrow on a large screen (`minify`), open on a small one (`show`). */
export type NavigationBar = { minify: boolean; show: boolean }

/** Toggles the bar by one button: on a small screen it is shown or hidden, on a large one narrow or wide. */
export function toggleBar(bar: NavigationBar, isSmall: boolean): NavigationBar {
  return isSmall ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
