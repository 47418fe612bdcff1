import { createRoute, notFound, type AnyRoute } from '@tanstack/react-router'
import type { Me } from '#contract/me.ts'
import { paths } from '../addresses.ts'
import { lazyPage, withMessages } from '../area.tsx'
import { requirePermissions, toFirstPermitted } from '../guards.ts'
import { companyMenu } from '../menus.ts'
import { firstText } from '../search.ts'

type Loaded = { context: { me: Me }; params: Record<string, string> }

const loadArea = () => import('./area.tsx')

/**
 * Returns the routes of a company's own administrators, whose code no other user loads, and of the page on which a user
 * joins a company.
 */
export function companyRoutes(main: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => main,
      path: 'company',
      beforeLoad: toFirstPermitted(companyMenu, paths.home),
    }),
    createRoute({
      getParentRoute: () => main,
      path: 'company/$page',
      beforeLoad: ({ context, params }: Loaded) => {
        const item = companyMenu.find(({ target }) => target === pathOf(params['page']))
        if (!item) throw notFound()
        requirePermissions(item.permissions)({ context })
      },
      loader: async ({ params }: Pick<Loaded, 'params'>) => {
        const { pages } = await loadArea()
        await pages[pathOf(params['page'])]?.preload?.()
      },
      validateSearch: texts,
      component: lazyPage(loadArea, 'CompanyArea'),
    }),
    createRoute({
      getParentRoute: () => main,
      path: 'join',
      component: lazyPage(
        withMessages(paths.join, () => import('./join.tsx')),
        'Join',
      ),
    }),
  ]
}

function pathOf(page = ''): string {
  return `${paths.company}/${page}`
}

/** Returns the search parameters that are text and not empty. Each page reads its own. */
function texts(search: Record<string, unknown>): Record<string, string> {
  const pairs = Object.entries(search).map(([name, value]) => [name, firstText(value)] as const)
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => !!pair[1]))
}
