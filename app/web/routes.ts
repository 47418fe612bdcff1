import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { createElement, type ComponentType } from 'react'
import { useMayOpen } from '#web/link-to.tsx'
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
  /** Content at the address of a page for users without its permissions. */
  Forbidden: ComponentType<{ page: PageRow['page'] }>
  /** Returns the address to which a page redirects users without its permissions; undefined if it stays. */
  otherwise?: (path: string) => string | undefined
}

/** Makes the routes of an area from its list of pages. */
export function routesOf(pages: readonly PageRow[], options: Options) {
  const { parent, base, load, otherwise } = options
  return pages.map(({ page, modules: [module], component = '' }) => {
    const target = otherwise?.(page.path)
    const Screen = lazyPage(() => load(module) as Promise<Record<string, ComponentType>>, component)
    return createRoute({
      getParentRoute: () => parent,
      // The router writes a parameter as $id.
      path: page.path.slice(base.length + 1).replaceAll(/\{(\w+)\}/g, '$$$1'),
      ...(target !== undefined && { beforeLoad: requirePermissions(page.permissions, target) }),
      loader: () => loadMessagesOf(page.path),
      validateSearch: textsOf(...page.search),
      component: guarded(page, Screen, options.Forbidden),
    })
  })
}

type Screen = ReturnType<typeof lazyPage>

/** Returns the screen of a page that renders `Forbidden` for users without its permissions; the address stays. */
function guarded(page: PageRow['page'], Screen: Screen, Forbidden: Options['Forbidden']) {
  function Guarded() {
    return useMayOpen(page) ? createElement(Screen) : createElement(Forbidden, { page })
  }
  return Object.assign(Guarded, Screen.preload && { preload: Screen.preload })
}
