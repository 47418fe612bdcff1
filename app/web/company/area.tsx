import { useLocation, type RouteComponent } from '@tanstack/react-router'
import { paths } from '../addresses.ts'
import { lazyPage, withMessages } from '../area.tsx'

/** The pages of a company's own administrators, by their paths. */
export const pages: Readonly<Record<string, RouteComponent>> = {
  [paths.companyOverview]: lazyPage(
    withMessages(paths.companyOverview, () => import('./overview.tsx')),
    'Overview',
  ),
  [paths.companyUsers]: lazyPage(
    withMessages(paths.companyUsers, () => import('./users.tsx')),
    'Users',
  ),
}

export function CompanyArea() {
  const { pathname } = useLocation()
  const Page = pages[pathname]
  return Page && <Page />
}
