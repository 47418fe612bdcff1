import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#web/ui/loading.tsx'
import { LocaleProvider, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { AdminUsersHeader } from '../../features/admin/admins/page.tsx'
import { AuditLogHeader } from '../../features/admin/audit-log/page.tsx'
import { BrandHeader } from '../../features/admin/brand/page.tsx'
import { CompaniesHeader } from '../../features/admin/companies/page.tsx'
import { ComplianceHeader } from '../../features/admin/compliance/page.tsx'
import { HelpHeader } from '../../features/pages/help/page.tsx'
import { InvitationsHeader } from '../../features/admin/invitations/page.tsx'
import { PartnerUsersHeader } from '../../features/admin/users/page.tsx'
import { UndeliveredHeader } from '../../features/admin/users/undelivered-panel.tsx'
import { PlatformsHeader } from '../../features/admin/platforms/page.tsx'
import { ProfileHeader } from '../../features/account/profile/page.tsx'
import { OverviewHeader } from '../../features/admin/overview/page.tsx'
import { adminMenu, specifiedMenu } from './admin/admin-menu.ts'
import { AdminOverview, type SearchLink } from './admin/overview.tsx'
import { fillAdminCache } from './admin/page-data.ts'
import { SearchButton } from './admin/search-button.tsx'
import { AccountMenu, HeaderMenu } from './account-menu.tsx'
import { paths } from './addresses.ts'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'
import { visibleMenu } from './guards.ts'
import { Home, HomeHeader } from './home.tsx'
import { Icon } from './icons.tsx'
import { partnerMenu, type MenuItem } from './menus.ts'
import type { MenuLinkProps } from './navigation.tsx'
import { fillCache } from './page-data.ts'
import type { AnyPageData } from './page-replies.ts'
import { messages as platformMessages } from './platform-messages.ts'
import { stringifySearch } from './search.ts'
import { SecurityHeader } from './protection-strip.tsx'
import { Security } from './security.tsx'

const headers: Readonly<Record<string, () => ReactNode>> = {
  [paths.home]: HomeHeader,
  [paths.profile]: ProfileHeader,
  [paths.security]: SecurityHeader,
  [paths.help]: HelpHeader,
  [paths.overview]: OverviewHeader,
  [paths.auditLogs]: AuditLogHeader,
  [paths.compliance]: ComplianceHeader,
  [paths.brand]: BrandHeader,
  [paths.partnerUsers]: PartnerUsersHeader,
  [paths.adminUsers]: AdminUsersHeader,
  [paths.companies]: CompaniesHeader,
  [paths.invitations]: InvitationsHeader,
  [paths.platforms]: PlatformsHeader,
  [paths.mails]: UndeliveredHeader,
}
/** Pages that can be rendered completely from the data in their documents. */
const prerenderedPages: Readonly<Record<string, () => ReactNode>> = {
  [paths.home]: () => <Home link={PlainLink} />,
  [paths.security]: Security,
  [paths.overview]: () => <AdminOverview link={PlainSearchLink} onRange={() => undefined} />,
}
const areas = {
  partner: { home: paths.main, menu: partnerMenu, start: partnerMenu },
  admin: { home: paths.admin, menu: adminMenu, start: specifiedMenu },
} as const
const unknownPerson = { firstname: '', lastname: '', email: '' }

type Area = keyof typeof areas
/** The page that is shown, and the targets of the menu next to it. */
export type MenuView = { path: string; targets: readonly string[] }
type Props = MenuView & {
  area: Area
  /** True if the URL has no query. With one, the page may show a record instead of its list. */
  isWhole: boolean
  data?: AnyPageData | undefined
}

/**
 * Returns the page and menu that a user with these permissions sees at a path; undefined if the menu does not contain
 * the page.
 */
export function menuViewOf(
  area: Area,
  path: string,
  permissions: readonly string[],
): MenuView | undefined {
  const { home, menu, start } = areas[area]
  const targets = visibleMenu(menu, permissions).map(({ target }) => target)
  const shownPath = path === home ? visibleMenu(start, permissions)[0]?.target : path
  return shownPath !== undefined && targets.includes(shownPath)
    ? { path: shownPath, targets }
    : undefined
}

/**
 * The state of a page behind a login until its scripts have run: frame, menu and page header, and the page itself if
 * the document carries its data. It is inert and hidden from assistive technology, since nothing in it works yet.
 */
export function Shell({ area, path, targets, isWhole, data }: Props) {
  const Header = isWhole ? headers[path] : undefined
  const PrerenderedPage = data && isWhole ? prerenderedPages[path] : undefined
  const { home, menu } = areas[area]
  const queryClient = new QueryClient()
  if (data && 'adminOverview' in data) fillAdminCache(queryClient, data)
  else if (data) fillCache(queryClient, data)
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>
        {!PrerenderedPage && (
          <div className={styles.waiting}>
            <Loading />
          </div>
        )}
        <div inert aria-hidden="true">
          <Frame
            home={home}
            menu={withCounts(
              menu.filter(({ target }) => targets.includes(target)),
              data,
            )}
            link={linkAt(path)}
            tools={<Tools area={area} person={data?.me} />}
          >
            {PrerenderedPage ? (
              <PrerenderedPage />
            ) : (
              // The title also sets the document's title.
              <Page>{Header ? <Header /> : <PageTitle>{null}</PageTitle>}</Page>
            )}
          </Frame>
        </div>
      </LocaleProvider>
    </QueryClientProvider>
  )
}

/** Returns the menu with the number of requests that wait for the admin, if the document carries it. */
function withCounts(menu: readonly MenuItem[], data: AnyPageData | undefined): MenuItem[] {
  const count = data && 'waitingApprovals' in data.me ? data.me.waitingApprovals : 0
  return menu.map((item) => (item.target === paths.approvals ? { ...item, count } : item))
}

type ToolsProps = { area: Area; person: AnyPageData['me'] | undefined }

function Tools({ area, person }: ToolsProps) {
  const t = useMessages(platformMessages)
  return (
    <>
      {area === 'partner' && (
        <HeaderMenu name={t.platforms} face={<Icon name="platforms" />}>
          {null}
        </HeaderMenu>
      )}
      {area === 'admin' && <SearchButton />}
      <AccountMenu person={person ?? unknownPerson} onLogOut={() => Promise.resolve()} />
    </>
  )
}

const PlainSearchLink: SearchLink = ({ to, search, ...props }) => (
  <a href={to + stringifySearch(search)} {...props} />
)

function PlainLink({ to, children }: Pick<MenuLinkProps, 'to' | 'children'>) {
  return <a href={to}>{children}</a>
}

function linkAt(path: string) {
  return function MenuLink({ to, children }: MenuLinkProps) {
    return (
      <a href={to} aria-current={to === path ? 'page' : undefined}>
        {children}
      </a>
    )
  }
}
