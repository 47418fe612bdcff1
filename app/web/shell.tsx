import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#web/ui/loading.tsx'
import { isPermitted } from '#contract/links.ts'
import { PermissionsContext } from '#web/link-to.tsx'
import { LocaleProvider, useMessages } from '#web/locale.ts'
import { AreaContext } from '#web/me.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { AdminUsersHeader } from '../../features/admin/admins/screen.tsx'
import { AuditLogHeader } from '../../features/admin/audit-log/screen.tsx'
import { BrandHeader } from '../../features/admin/brand/screen.tsx'
import { CompaniesHeader } from '../../features/admin/companies/screen.tsx'
import { ComplianceHeader } from '../../features/admin/compliance/screen.tsx'
import { HelpHeader } from '../../features/pages/help/page.tsx'
import { InvitationsHeader } from '../../features/admin/invitations/screen.tsx'
import { PartnerUsersHeader } from '../../features/admin/users/screen.tsx'
import { UndeliveredHeader } from '../../features/admin/users/undelivered-screen.tsx'
import { PlatformsHeader } from '../../features/admin/platforms/screen.tsx'
import { ProfileHeader } from '../../features/account/profile/page.tsx'
import { OverviewHeader, OverviewPage } from '../../features/admin/overview/screen.tsx'
import { fillAdminCache } from './admin/page-data.ts'
import { SearchButton } from './admin/search-button.tsx'
import { AccountMenu, HeaderMenu } from './account-menu.tsx'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'
import { visibleMenu } from './guards.ts'
import { Home, HomeHeader } from './home-screen.tsx'
import { Icon } from './icons.tsx'
import { adminMenu } from './admin/menu.ts'
import { adminPages } from './admin/pages.ts'
import { partnerMenu } from './partner/menu.ts'
import { partnerPages } from './partner/pages.ts'
import { withCompany, type MenuItem } from './menus.ts'
import type { MenuAnchorProps } from './navigation.tsx'
import { fillCache } from './page-data.ts'
import type { AdminPageData, AnyPageData } from './page-replies.ts'
import { platformMessages } from './texts/messages.ts'
import { SecurityHeader } from './protection-strip.tsx'
import { Security } from './security-screen.tsx'

/** Headers of the pages that show one before their scripts have run. */
const headers: Readonly<Record<string, () => ReactNode>> = {
  [links.home.path]: HomeHeader,
  [links.profile.path]: ProfileHeader,
  [links.security.path]: SecurityHeader,
  [links.help.path]: HelpHeader,
  [adminLinks.overview.path]: OverviewHeader,
  [adminLinks.auditLog.path]: AuditLogHeader,
  [adminLinks.compliance.path]: ComplianceHeader,
  [adminLinks.brand.path]: BrandHeader,
  [adminLinks.users.path]: PartnerUsersHeader,
  [adminLinks.admins.path]: AdminUsersHeader,
  [adminLinks.companies.path]: CompaniesHeader,
  [adminLinks.invitations.path]: InvitationsHeader,
  [adminLinks.platforms.path]: PlatformsHeader,
  [adminLinks.undeliveredMails.path]: UndeliveredHeader,
}
/** Pages that are rendered whole, because their documents contain all data that they show first. */
const prerenderedPages: Readonly<Record<string, () => ReactNode>> = {
  [links.home.path]: () => <Home />,
  [links.security.path]: Security,
  [adminLinks.overview.path]: () => <OverviewPage range="day" onRange={() => undefined} />,
}
/** The areas behind a login. `home` leads to the first permitted page of `menu`. */
const areas = {
  partner: {
    home: links.main.path,
    menu: partnerMenu,
    pages: partnerPages,
  },
  admin: {
    home: links.adminArea.path,
    menu: adminMenu,
    pages: adminPages,
  },
} as const

type Area = keyof typeof areas
/** Path of the visible page, and the targets of the menu next to it. */
export type MenuView = { path: string; targets: readonly string[] }
type Props = MenuView & {
  area: Area
  /** True if the URL has no query. With one, the page may show a record instead of its list. */
  hasNoQuery: boolean
  data: AnyPageData
}

/** Returns what a user with these permissions sees at a path; undefined if no page there is open to them. */
export function menuViewOf(
  area: Area,
  path: string,
  permissions: readonly string[],
): MenuView | undefined {
  const { home, menu, pages } = areas[area]
  const targets = visibleMenu(menu, permissions).map(({ target }) => target)
  const targetPath = path === home ? targets[0] : path
  const page = pages.find((each) => each.page.path === targetPath)?.page
  return page && isPermitted(page.permissions, permissions)
    ? { path: page.path, targets }
    : undefined
}

/**
 * The state of a page behind a login until its scripts have run: frame, menu and page header, and the page itself if
 * the document carries its data. It is inert and hidden from assistive technology, since nothing in it works yet.
 */
export function Shell({ area, path, targets, hasNoQuery, data }: Props) {
  const Header = hasNoQuery ? headers[path] : undefined
  const PrerenderedPage = hasNoQuery ? prerenderedPages[path] : undefined
  const { home, menu } = areas[area]
  const queryClient = new QueryClient()
  if (isOfAdmin(data)) fillAdminCache(queryClient, data)
  else fillCache(queryClient, data)
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>
        {!PrerenderedPage && (
          <div className={styles.waiting}>
            <Loading />
          </div>
        )}
        <div inert aria-hidden="true">
          <AreaContext value={area === 'admin' ? 'admin' : 'user'}>
            <PermissionsContext value={data.me.permissions}>
              <Frame
                home={home}
                menu={withCounts(
                  menu.filter(({ target }) => targets.includes(target)),
                  data,
                )}
                anchor={anchorAt(path)}
                tools={<Tools area={area} person={data.me} />}
              >
                {PrerenderedPage ? (
                  <PrerenderedPage />
                ) : (
                  // An empty heading, because PageTitle also sets the title of the document.
                  <Page>{Header ? <Header /> : <PageTitle>{null}</PageTitle>}</Page>
                )}
              </Frame>
            </PermissionsContext>
          </AreaContext>
        </div>
      </LocaleProvider>
    </QueryClientProvider>
  )
}

function isOfAdmin(data: AnyPageData): data is AdminPageData {
  return 'waitingApprovals' in data.me
}

/** Returns the menu with the number of requests that the admin can decide now, or the name of the user's company. */
function withCounts(menu: readonly MenuItem[], data: AnyPageData): MenuItem[] {
  if (!isOfAdmin(data)) return withCompany(menu, data.me.partner?.name)
  const count = data.me.waitingApprovals
  return menu.map((item) => (item.target === adminLinks.approvals.path ? { ...item, count } : item))
}

type ToolsProps = { area: Area; person: AnyPageData['me'] }

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
      <AccountMenu person={person} onLogOut={() => Promise.resolve()} />
    </>
  )
}

function anchorAt(path: string) {
  return function MenuAnchor({ to, children }: MenuAnchorProps) {
    return (
      <a href={to} aria-current={to === path ? 'page' : undefined}>
        {children}
      </a>
    )
  }
}
