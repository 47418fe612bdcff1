import { createRoute, useSearch, type AnyRoute } from '@tanstack/react-router'
import { createElement, type ComponentType } from 'react'
import * as links from '#contract/links.ts'
import { ownPathOf } from '#contract/redirect.ts'
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
}

/** Makes the routes of an area from its list of pages. */
export function routesOf(pages: readonly PageRow[], { parent, base, load }: Options) {
  return pages.map(({ page, modules: [module], component = '' }) =>
    createRoute({
      getParentRoute: () => parent,
      // The router writes a parameter as $id.
      path: page.path.slice(base.length + 1).replaceAll(/\{(\w+)\}/g, '$$$1'),
      beforeLoad: requirePermissions(page.permissions),
      loader: () => loadMessagesOf(page.path),
      validateSearch: textsOf(...page.search),
      component: lazyPage(() => load(module) as Promise<Record<string, ComponentType>>, component),
    }),
  )
}

/** The page that a user lacks permissions for, and its address; undefined if the address is no page of the area. */
export type ForbiddenProps = { page: PageRow['page'] | undefined; address: string | undefined }

/** Makes the route of /unauthorized in the frame of an area. After a reload, the server answers with the public page. */
export function forbiddenRoute(
  pages: readonly PageRow[],
  { parent, Forbidden }: { parent: AnyRoute; Forbidden: ComponentType<ForbiddenProps> },
) {
  function ForbiddenPage() {
    const search: { redirect?: string } = useSearch({ strict: false })
    const address = ownPathOf(search.redirect)
    const row = pages.find(({ page }) => address !== undefined && isAddressOf(page.path, address))
    return createElement(Forbidden, { page: row?.page, address })
  }
  return createRoute({
    getParentRoute: () => parent,
    path: links.unauthorized.path,
    validateSearch: textsOf(...links.unauthorized.search),
    component: ForbiddenPage,
  })
}

function isAddressOf(pattern: string, address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  )
}
