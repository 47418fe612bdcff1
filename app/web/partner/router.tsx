import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { Me } from '#contract/me.ts'
import { Loading } from '#web/ui/loading.tsx'
import { paths } from '../addresses.ts'
import { routerOptions } from '../area.tsx'
import { NoPermission, NotFound } from '../dead-ends.tsx'
import { awayWhenPermitted, requireLogin, requirePermissions, toFirstPermitted } from '../guards.ts'
import { partnerMenu } from '../menus.ts'
import { firstText } from '../search.ts'
import { Help, Profile } from './pages.tsx'
import { PartnerFrame } from './partner-frame.tsx'

type Context = { findMe: () => Promise<Me | undefined> }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing })

const main = createRoute({
  getParentRoute: () => root,
  path: 'main',
  beforeLoad: requireLogin,
  component: PartnerFrame,
  pendingComponent: () => <Loading />,
  notFoundComponent: Missing,
})

const empty = createRoute({
  getParentRoute: () => main,
  path: '/',
  beforeLoad: toFirstPermitted(partnerMenu, paths.noPermission),
})

const profile = createRoute({
  getParentRoute: () => main,
  path: 'profile',
  beforeLoad: requirePermissions([]),
  validateSearch: (search: Record<string, unknown>) => refusedEntryOf(search),
  component: Profile,
})

const security = createRoute({
  getParentRoute: () => main,
  path: 'security',
  beforeLoad: requirePermissions([]),
  component: lazyRouteComponent(() => import('../security.tsx'), 'Security'),
})

const help = createRoute({
  getParentRoute: () => main,
  path: 'help',
  beforeLoad: requirePermissions([]),
  component: Help,
})

const noPermission = createRoute({
  getParentRoute: () => main,
  path: 'no-permission',
  beforeLoad: awayWhenPermitted(partnerMenu),
  component: () => <NoPermission word="noPermission" />,
})

export function createPartnerRouter(context: Context) {
  return createRouter({
    routeTree: root.addChildren([main.addChildren([empty, profile, security, help, noPermission])]),
    context,
    ...routerOptions,
  })
}

function Missing() {
  return <NotFound start={paths.profile} word="toFirstPage" />
}

function refusedEntryOf(search: Record<string, unknown>) {
  const forbidden = firstText(search['forbidden_subsystem'])
  const errorType = firstText(search['error_type'])
  return {
    ...(forbidden !== undefined && { forbidden_subsystem: forbidden }),
    ...(errorType !== undefined && { error_type: errorType }),
  }
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges
  interface Register {
    router: ReturnType<typeof createPartnerRouter>
  }
}
