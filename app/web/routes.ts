import { createRoute, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadMessagesOf } from '#web/translations.ts'
import { lazyPage } from './area.tsx'
import { requirePermissions } from './guards.ts'
import type { PageRow } from './page-list.ts'
import { textsOf } from './search.ts'

/** Screens by the path of their module from the root of the project, as Vite's `import.meta.glob` returns them. */
export type ScreenModules = Readonly<Record<string, () => Promise<unknown>>>

type Options = {
  parent: AnyRoute
  /** The address of the parent. */
  base: string
  /** Loads the module of a screen. */
  load: (module: string) => Promise<unknown>
  /** Returns the address for users without the permission of a page; by default /unauthorized. */
  otherwise?: (path: string) => string
}

/** Makes the routes of an area from its list of pages. */
export function routesOf(pages: readonly PageRow[], { parent, base, load, otherwise }: Options) {
  return pages.map(({ page, modules: [module], component = '' }) =>
    createRoute({
      getParentRoute: () => parent,
      // The router writes a parameter as $id.
      path: page.path.slice(base.length + 1).replaceAll(/\{(\w+)\}/g, '$$$1'),
      beforeLoad: requirePermissions(page.permissions, otherwise?.(page.path)),
      loader: () => loadMessagesOf(page.path),
      validateSearch: textsOf(...page.search),
      component: lazyPage(() => load(module) as Promise<Record<string, ComponentType>>, component),
    }),
  )
}
