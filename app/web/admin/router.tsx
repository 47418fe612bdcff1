import { useMutation } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  useLocation,
  useRouter,
  type RouteComponent,
} from '@tanstack/react-router'
import { useEffect, useState, type ComponentProps } from 'react'
import type { AdminMe } from '#contract/admin.ts'
import { userSearchNames } from '#contract/user-list.ts'
import { useMessages } from '#web/locale.ts'
import { AreaContext, useAdminMe } from '#web/me.ts'
import { PageTitle } from '#web/page-title.tsx'
import { loadMessagesOf } from '#web/translations.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useListPreferences } from '#web/ui/list-preferences.ts'
import { Loading } from '#web/ui/loading.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { StepUpDialog } from '#web/ui/step-up.tsx'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import { searchNames } from '../../../features/admin/audit-log/contract.ts'
import { finishTestLogin } from '../../../features/admin/platforms/test-contract.ts'
import { AccountMenu } from '../account-menu.tsx'
import { paths } from '../addresses.ts'
import { AreaFrame, lazyPage, MenuLink, routerOptions } from '../area.tsx'
import { Forbidden, NoPermission, NotFound } from '../dead-ends.tsx'
import { messages } from '../frame-messages.ts'
import type { MenuLinkProps } from '../navigation.tsx'
import { requirePermissions, toFirstPermitted, visibleMenu } from '../guards.ts'
import { logOut } from '../leave.ts'
import type { MenuItem } from '../menus.ts'
import { textsOf } from '../search.ts'
import { AdminSessionLife } from '../session-life.tsx'
import { AdminUsers } from './admins.tsx'
import { adminMenu, menuEntryOf, specifiedMenu } from './admin-menu.ts'
import { AdminDetails } from './account-details.tsx'
import { ListPreferencesProvider } from './list-preferences.tsx'
import { Approvals, SecondPersonFrame, useWaitingApprovals } from './approvals.tsx'
import { Bulk, BulkInHeader } from './bulk.tsx'
import { Companies } from './companies.tsx'
import { SearchEverywhere } from './palette.tsx'
import {
  Account,
  AuditLog,
  Brand,
  Compliance,
  Invitations,
  Overview,
  PartnerUsers,
  Platforms,
  TestLogin,
} from './pages.tsx'
import { Apis } from './apis.tsx'
import { ServiceAccounts } from './service-accounts.tsx'
import { Webhooks } from './webhooks.tsx'

const Mails = lazyPage(() => import('./mails.tsx'), 'Mails')

const laterMs = 1_000

type Context = { findAdmin: () => Promise<AdminMe> }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing })

/** Options of framed routes. Without a session, `findAdmin` leads to the login and never resolves (ST-05). */
const frameOptions = {
  beforeLoad: async ({ context }: { context: Context }) => ({ me: await context.findAdmin() }),
  component: AdminFrame,
  pendingComponent: () => <Loading />,
}

const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  ...frameOptions,
  notFoundComponent: Missing,
})

const empty = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: toFirstPermitted(specifiedMenu, paths.adminNoPermission),
})

/** Parent of the page at /unauthorized, whose reload shows the public page. */
const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  ...frameOptions,
})

const forbidden = createRoute({
  getParentRoute: () => outside,
  path: paths.unauthorized,
  component: Forbidden,
})

type PageOptions = { component: RouteComponent; validateSearch?: ReturnType<typeof textsOf> }

const pages: Readonly<Record<string, PageOptions>> = {
  [paths.overview]: { component: Overview, validateSearch: textsOf('range') },
  [paths.auditLogs]: { component: AuditLog, validateSearch: textsOf(...searchNames) },
  [paths.compliance]: { component: Compliance },
  [paths.brand]: { component: Brand },
  [paths.partnerUsers]: {
    component: PartnerUsers,
    validateSearch: textsOf(...userSearchNames, 'tab'),
  },
  [paths.invitations]: {
    component: Invitations,
    validateSearch: textsOf(
      'state',
      'company',
      'olderThan',
      'expiresWithin',
      'sort',
      'form',
      'replaces',
    ),
  },
  [paths.mails]: {
    component: Mails,
    validateSearch: textsOf('kind', 'state', 'company', 'sort'),
  },
  [paths.approvals]: {
    component: Approvals,
    validateSearch: textsOf('state', 'kind', 'decider', 'approval'),
  },
  [paths.companies]: {
    component: Companies,
    validateSearch: textsOf('q', 'state', 'platform', 'noLoginFor', 'sort', 'company', 'tab'),
  },
  [paths.platforms]: {
    component: Platforms,
    validateSearch: textsOf('notices', 'platform', 'tab'),
  },
  [paths.apis]: { component: Apis, validateSearch: textsOf('api') },
  [paths.serviceAccounts]: {
    component: ServiceAccounts,
    validateSearch: textsOf('account', 'state'),
  },
  [paths.webhooks]: { component: Webhooks, validateSearch: textsOf('webhook', 'tab', 'state') },
  [paths.adminUsers]: {
    component: AdminUsers,
    validateSearch: textsOf('q', 'role', 'status', 'secondFactor', 'view', 'form', 'admin', 'tab'),
  },
}

const pageRoutes = adminMenu.map(({ target, permissions }) =>
  createRoute({
    getParentRoute: () => admin,
    path: target.slice(paths.admin.length),
    // A login without a target leads to the overview, even for admins who may not see it.
    beforeLoad: requirePermissions(
      permissions,
      target === paths.overview ? paths.admin : paths.unauthorized,
    ),
    loader: () => loadMessagesOf(target),
    ...pages[target],
  }),
)

const account = createRoute({
  getParentRoute: () => admin,
  path: 'account',
  loader: () => loadMessagesOf(paths.adminAccount),
  component: Account,
})

const bulk = createRoute({
  getParentRoute: () => admin,
  path: 'bulk',
  beforeLoad: requirePermissions(startBulk.access.adminWithAnyOf, paths.unauthorized),
  loader: () => loadMessagesOf(paths.bulk),
  validateSearch: textsOf('job'),
  component: Bulk,
})

const testLogin = createRoute({
  getParentRoute: () => admin,
  path: 'test-login',
  beforeLoad: requirePermissions(finishTestLogin.access.adminWithAnyOf, paths.unauthorized),
  loader: () => loadMessagesOf(paths.testLogin),
  component: TestLogin,
  validateSearch: textsOf('platform', 'state', 'code', 'error', 'error_description'),
})

const logoutPage = createRoute({
  getParentRoute: () => admin,
  path: 'logout',
  component: LogOut,
})

const noPermission = createRoute({
  getParentRoute: () => admin,
  path: 'no-permission',
  beforeLoad: toFirstPermitted(adminMenu),
  component: () => <NoPermission word="adminNoPermission" />,
})

function AdminFrame() {
  const router = useRouter()
  const admin = useAdminMe()
  const menu = useMenu(admin.permissions)
  const [opened, setOpened] = useState<'palette' | 'keys'>()
  return (
    <AreaContext value="admin">
      <SecondPersonFrame>
        <ListPreferencesProvider>
          <AdminSessionLife here={() => router.latestLocation.href} />
          <AreaFrame
            home={paths.admin}
            link={AdminMenuLink}
            menu={menu}
            status={<BulkInHeader />}
            tools={
              <>
                <Shortcuts opened={opened} onOpened={setOpened} />
                <AccountMenu
                  person={admin}
                  details={<AdminDetails onKeys={() => setOpened('keys')} />}
                  onLogOut={() => logOut('admin')}
                />
              </>
            }
          />
          <OfflineBanner />
          <StepUpDialog area="admin" />
        </ListPreferencesProvider>
      </SecondPersonFrame>
    </AreaContext>
  )
}

function AdminMenuLink(props: MenuLinkProps) {
  const { pathname } = useLocation()
  const isAbove = menuEntryOf[pathname] === props.to
  return <MenuLink {...props} {...(isAbove && { 'aria-current': 'true' })} />
}

/** Returns the menu, with the number of waiting requests once the page itself is shown. */
function useMenu(permissions: AdminMe['permissions']): MenuItem[] {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  const count = useWaitingApprovals(isLater)
  return visibleMenu(adminMenu, permissions).map((item) =>
    item.target === paths.approvals ? { ...item, count } : item,
  )
}

type ShortcutsProps = Pick<ComponentProps<typeof SearchEverywhere>, 'opened' | 'onOpened'>

function Shortcuts(props: ShortcutsProps) {
  const { hasLetterKeys, setLetterKeys = () => undefined } = useListPreferences()
  return <SearchEverywhere hasLetterKeys={hasLetterKeys} onLetterKeys={setLetterKeys} {...props} />
}

/** Logs the admin out as soon as the page opens, without asking. */
function LogOut() {
  const t = useMessages(messages)
  const { mutate, error } = useMutation({
    mutationFn: () => logOut('admin'),
    networkMode: 'always',
  })
  useEffect(() => mutate(), [mutate])
  return (
    <Page>
      <PageTitle>{t.logOut}</PageTitle>
      {error ? (
        <Failure text={t.logOutFailed} error={error} onRetry={() => mutate()} />
      ) : (
        <Loading text={t.loggingOut} />
      )}
    </Page>
  )
}

function Missing() {
  return <NotFound start={paths.admin} word="toAdminStart" />
}

export function createAdminRouter(context: Context) {
  return createRouter({
    routeTree: root.addChildren([
      admin.addChildren([empty, ...pageRoutes, account, bulk, testLogin, logoutPage, noPermission]),
      outside.addChildren([forbidden]),
    ]),
    context,
    ...routerOptions,
  })
}
