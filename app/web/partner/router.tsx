import { useQueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  useRouter,
} from '@tanstack/react-router'
import type { Me } from '#contract/me.ts'
import { useMessages } from '#web/locale.ts'
import { call } from '#web/api.ts'
import { meQuery, useMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { Loading } from '#web/ui/loading.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { StepUpDialog } from '#web/ui/step-up.tsx'
import { AccountDetails } from '../account-details.tsx'
import { AccountMenu, HeaderMenu } from '../account-menu.tsx'
import { RecoveryBanner } from '../../../features/account/lost-device/banner-panel.tsx'
import { saveTheme } from '../../../features/account/profile/contract.ts'
import { paths } from '../addresses.ts'
import { companyRoutes } from '../company/routes.tsx'
import { AreaFrame, lazyPage, PageLink, preloadOf, routerOptions, withMessages } from '../area.tsx'
import { NoPermission, NotFound } from '../dead-ends.tsx'
import { requireLogin, requirePermissions, toFirstPermitted, visibleMenu } from '../guards.ts'
import { Icon } from '../icons.tsx'
import { logOut } from '../leave.ts'
import { partnerMenu } from '../menus.ts'
import { useOwnerSignal } from '../owner-signal.ts'
import { messages as platformMessages } from '../platform-messages.ts'
import { PlatformList, Platforms } from '../platforms.tsx'
import { textsOf } from '../search.ts'
import { SessionLife } from '../session-life.tsx'
import styles from './router.module.css'

const HomePage = lazyPage(
  withMessages(paths.home, () => import('../home.tsx')),
  'Home',
)
const SandboxPanel = lazyPage(
  () => import('../../../features/platforms/sandbox/panel.tsx'),
  'SandboxPanel',
)
const HelpPage = lazyPage(
  withMessages(paths.help, () => import('../../../features/pages/help/page.tsx')),
  'HelpPage',
)
Home.preload = preloadOf(HomePage)
Help.preload = preloadOf(HelpPage)

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

const home = createRoute({
  getParentRoute: () => main,
  path: 'home',
  beforeLoad: requirePermissions([]),
  component: Home,
})

const profile = createRoute({
  getParentRoute: () => main,
  path: 'profile',
  beforeLoad: requirePermissions([]),
  validateSearch: textsOf('forbidden_subsystem', 'error_type'),
  component: lazyPage(
    withMessages(paths.profile, () => import('../profile.tsx')),
    'Profile',
  ),
})

const security = createRoute({
  getParentRoute: () => main,
  path: 'security',
  beforeLoad: requirePermissions([]),
  component: lazyPage(
    withMessages(paths.security, () => import('../security.tsx')),
    'Security',
  ),
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
  beforeLoad: toFirstPermitted(partnerMenu),
  component: () => <NoPermission word="noPermission" />,
})

export function createPartnerRouter(context: Context) {
  return createRouter({
    routeTree: root.addChildren([
      main.addChildren([
        empty,
        home,
        profile,
        security,
        help,
        noPermission,
        ...companyRoutes(main),
      ]),
    ]),
    context,
    ...routerOptions,
  })
}

function Missing() {
  return <NotFound start={paths.home} word="toFirstPage" />
}

function PartnerFrame() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const t = useMessages(platformMessages)
  const me = useMe()
  useOwnerSignal(me)
  return (
    <>
      <SessionLife here={() => router.latestLocation.href} />
      <AreaFrame
        home={paths.main}
        menu={visibleMenu(partnerMenu, me.permissions)}
        banner={<RecoveryBanner />}
        tools={
          <>
            <HeaderMenu name={t.platforms} face={<Icon name="platforms" />}>
              <p className={styles.title}>{t.platforms}</p>
              <PlatformList />
            </HeaderMenu>
            <AccountMenu
              person={me}
              details={<AccountDetails />}
              onTheme={async (theme) =>
                queryClient.setQueryData(
                  meQuery.queryKey,
                  await call(saveTheme, { body: { theme } }),
                )
              }
              onLogOut={() => logOut('user')}
            />
          </>
        }
      />
      <OfflineBanner
        onBack={() =>
          void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
        }
      />
      <StepUpDialog area="user" />
    </>
  )
}

function Home() {
  const sandbox = settings().sandboxSsoUrl !== '' && <SandboxPanel />
  return <HomePage link={PageLink} sandbox={sandbox} />
}

function Help() {
  return <HelpPage platforms={<Platforms />} />
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges
  interface Register {
    router: ReturnType<typeof createPartnerRouter>
  }
}
