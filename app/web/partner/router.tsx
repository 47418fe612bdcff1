import { useQueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  useRouter,
} from '@tanstack/react-router'
import type { Me } from '#contract/me.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { call } from '#web/api.ts'
import { meQuery, useMe } from '#web/me.ts'
import { Loading } from '#web/ui/loading.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { StepUpDialog } from '#web/parts/step-up.tsx'
import { AccountDetails } from '../account-details.tsx'
import { AccountMenu, HeaderMenu } from '../account-menu.tsx'
import { withCompany } from '../menus.ts'
import { RecoveryBanner } from '../../../features/account/lost-device/banner-panel.tsx'
import { saveTheme } from '../../../features/account/profile/contract.ts'
import * as links from '#contract/links.ts'
import { companyMenu, partnerMenu } from './menu.ts'
import { partnerPages } from './pages.ts'
import { forbiddenRoute, routesOf, type ScreenModules } from '../routes.ts'
import { useWaiting } from './use-waiting.ts'
import { AreaFrame, routerOptions } from '../area.tsx'
import { NoPermission, NotFound } from '../dead-ends.tsx'
import { requireLogin, toFirstPermitted, visibleMenu } from '../guards.ts'
import { Icon } from '../icons.tsx'
import { logOut } from '../leave.ts'
import { AreaLinks } from '../links.tsx'
import { useOwnerSignal } from '../use-owner-signal.ts'
import { platformMessages } from '../texts/messages.ts'
import { PlatformList } from '../platforms.tsx'
import { SessionLife } from '../session-life.tsx'
import styles from './router.module.css'

const screens: ScreenModules = import.meta.glob([
  '/app/web/*-screen.tsx',
  '/features/pages/help/page.tsx',
])

async function loadScreen(module: string): Promise<unknown> {
  const own = screens[`/${module}`]
  if (own) return own()
  const { companyScreens } = await import('../company/screens.ts')
  return companyScreens[`/${module}`]?.()
}

const Forbidden = lazyPart(
  async () => (await import('./forbidden.tsx')).Forbidden,
  '/parts/forbidden',
)

type Context = { findMe: () => Promise<Me | undefined> }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing })

const frameOptions = {
  beforeLoad: requireLogin,
  component: PartnerFrame,
  pendingComponent: () => <Loading />,
}

const main = createRoute({
  getParentRoute: () => root,
  path: 'main',
  ...frameOptions,
  notFoundComponent: Missing,
})

const outside = createRoute({ getParentRoute: () => root, id: 'outside', ...frameOptions })

const indexRoute = createRoute({
  getParentRoute: () => main,
  path: '/',
  beforeLoad: toFirstPermitted(partnerMenu, links.noPermission.path),
})

const company = createRoute({
  getParentRoute: () => main,
  path: 'company',
  beforeLoad: toFirstPermitted(companyMenu, links.home.path),
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
        indexRoute,
        company,
        ...routesOf(partnerPages, {
          parent: main,
          base: links.main.path,
          load: loadScreen,
        }),
        noPermission,
      ]),
      outside.addChildren([forbiddenRoute(partnerPages, { parent: outside, Forbidden })]),
    ]),
    context,
    ...routerOptions,
  })
}

function Missing() {
  return <NotFound start={links.home.path} word="toFirstPage" />
}

function PartnerFrame() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const t = useMessages(platformMessages)
  const me = useMe()
  useOwnerSignal(me)
  const waiting = useWaiting(me)
  return (
    <AreaLinks permissions={me.permissions}>
      <SessionLife here={() => router.latestLocation.href} />
      <AreaFrame
        home={links.main.path}
        menu={withCompany(visibleMenu(partnerMenu, me.permissions), me.partner?.name, waiting)}
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
        onReconnected={() =>
          void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
        }
      />
      <StepUpDialog area="user" />
    </AreaLinks>
  )
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges
  interface Register {
    router: ReturnType<typeof createPartnerRouter>
  }
}
