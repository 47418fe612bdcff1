import { createRoute, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadMessagesOf } from '#web/translations.ts'
import { lazyPage } from './area.tsx'
import { requirePermissions } from './guards.ts'
import type { PageRow } from './page-list.ts'
import { textsOf } from './search.ts'

/** Modules of screens by their path from the root of the project, as Vite's `import.meta.glob` returns them. */
export type ScreenModules = Readonly<Record<string, () => Promise<unknown>>>

type Options = {
  parent: AnyRoute
  modules: ScreenModules
  /** Where a user without the permission of a page is sent; undefined for the page that says so. */
  otherwise?: (path: string) => string
}

/** Makes the routes of an area from its list of pages. */
export function routesOf(pages: readonly PageRow[], { parent, modules, otherwise }: Options) {
  return pages.map(({ page, modules: [module], component = '' }) =>
    createRoute({
      getParentRoute: () => parent,
      path: page.path.slice(parent.path.length + 2).replaceAll(/\{(\w+)\}/g, '$$$1'),
      beforeLoad: requirePermissions(page.permissions, otherwise?.(page.path)),
      loader: () => loadMessagesOf(page.path),
      validateSearch: textsOf(...page.search),
      component: lazyPage(
        modules[`/${module}`] as () => Promise<Record<string, ComponentType>>,
        component,
      ),
    }),
  )
}
