import { paths } from '../../app/web/addresses.ts'
import { adminListViews } from './admin-list-views.ts'
import { adminViews } from './admin-views.ts'
import { customerViews } from './customer-views.ts'
import { dialogViews } from './dialog-views.ts'
import { linkViews } from './link-views.ts'
import { loginViews } from './login-views.ts'
import type { PageName, View } from './view.ts'

/** The addresses at which no page of ours is shown. */
const withoutPage: readonly PageName[] = ['authProxyLogin']

export const views: readonly View[] = [
  ...loginViews,
  ...linkViews,
  ...customerViews,
  ...adminViews,
  ...adminListViews,
  ...dialogViews,
]

/** The addresses that no view shows. */
export function forgottenPages(): string[] {
  const seen = new Set<PageName>([...views.map((view) => view.of), ...withoutPage])
  return (Object.keys(paths) as PageName[]).filter((name) => !seen.has(name))
}

/** Those whose name contains one of the words; all of them when there is none. */
export function viewsNamed(words: readonly string[]): View[] {
  return views.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
}
