import { useLocation, type RouteComponent } from '@tanstack/react-router'
import { paths } from '../addresses.ts'
import { lazyPage, withMessages } from '../area.tsx'

/** Pages of a company's own administrators, by path. */
export const pages: Readonly<Record<string, RouteComponent>> = {
  [paths.companyOverview]: lazyPage(
    withMessages(paths.companyOverview, () => import('./overview.tsx')),
    'Overview',
  ),
  [paths.companyUsers]: lazyPage(
    withMessages(paths.companyUsers, () => import('./users.tsx')),
    'Users',
  ),
  [paths.companyInvitations]: lazyPage(
    withMessages(paths.companyInvitations, () => import('./invitations.tsx')),
    'Invitations',
  ),
  [paths.companyRequests]: lazyPage(
    withMessages(paths.companyRequests, () => import('./requests.tsx')),
    'Requests',
  ),
  [paths.companyReview]: lazyPage(
    withMessages(paths.companyReview, () => import('./review.tsx')),
    'Review',
  ),
  [paths.companyNetworks]: lazyPage(
    withMessages(
      paths.companyNetworks,
      () => import('../../../features/company/networks/page.tsx'),
    ),
    'NetworksPage',
  ),
  [paths.companyActivity]: lazyPage(
    withMessages(paths.companyActivity, () => import('./activity.tsx')),
    'Activity',
  ),
}

export function CompanyArea() {
  const { pathname } = useLocation()
  const Page = pages[pathname]
  return Page && <Page />
}
