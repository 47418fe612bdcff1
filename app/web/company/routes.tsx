import { createRoute, type AnyRoute, type RouteComponent } from '@tanstack/react-router'
import { userSearchNames } from '#contract/user-list.ts'
import { paths } from '../addresses.ts'
import { lazyPage, withMessages } from '../area.tsx'
import { requirePermissions, toFirstPermitted } from '../guards.ts'
import { companyMenu } from '../menus.ts'
import { textsOf } from '../search.ts'

type Page = { component: RouteComponent; validateSearch?: ReturnType<typeof textsOf> }

const pages: Readonly<Record<string, Page>> = {
  [paths.companyOverview]: {
    component: lazyPage(
      withMessages(paths.companyOverview, () => import('./overview.tsx')),
      'Overview',
    ),
  },
  [paths.companyUsers]: {
    component: lazyPage(
      withMessages(paths.companyUsers, () => import('./users.tsx')),
      'Users',
    ),
    validateSearch: textsOf(...userSearchNames),
  },
  [paths.companyInvitations]: {
    component: lazyPage(
      withMessages(paths.companyInvitations, () => import('./invitations.tsx')),
      'Invitations',
    ),
    validateSearch: textsOf('q', 'state', 'form'),
  },
  [paths.companyRequests]: {
    component: lazyPage(
      withMessages(paths.companyRequests, () => import('./requests.tsx')),
      'Requests',
    ),
    validateSearch: textsOf('state'),
  },
  [paths.companyNetworks]: {
    component: lazyPage(
      withMessages(
        paths.companyNetworks,
        () => import('../../../features/company/networks/page.tsx'),
      ),
      'NetworksPage',
    ),
  },
  [paths.companyActivity]: {
    component: lazyPage(
      withMessages(paths.companyActivity, () => import('./activity.tsx')),
      'Activity',
    ),
    validateSearch: textsOf('startDate', 'endDate', 'action', 'user'),
  },
}

/** The pages of a company's own administrators, and the one on which a user joins a company. */
export function companyRoutes(main: AnyRoute) {
  const below = (target: string) => ({
    getParentRoute: () => main,
    path: target.slice(paths.main.length),
  })
  return [
    createRoute({
      ...below(paths.company),
      beforeLoad: toFirstPermitted(companyMenu, paths.home),
    }),
    ...companyMenu.map(({ target, permissions }) =>
      createRoute({
        ...below(target),
        beforeLoad: requirePermissions(permissions),
        ...pages[target],
      }),
    ),
    createRoute({
      ...below(paths.join),
      beforeLoad: requirePermissions([]),
      component: lazyPage(
        withMessages(paths.join, () => import('./join.tsx')),
        'Join',
      ),
    }),
  ]
}
