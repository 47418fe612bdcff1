import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  useRouter,
} from '@tanstack/react-router'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import type { AdminMe } from '#contract/admin.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { formatNearInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { lazyPart, LazyOnInteraction } from '#web/lazy.tsx'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { AreaContext, useAdminMe, useMay } from '#web/me.ts'
import { PageTitle } from '#web/page-title.tsx'
import { PartsContext } from '#web/parts/parts.ts'
import { onApprovalAsked } from '#web/session.ts'
import { approvalMessages } from '#web/parts/texts/messages.ts'
import { closeDialogs } from '#web/ui/dialog.tsx'
import { AreaTextsContext, Failure } from '#web/ui/failure.tsx'
import { useListPreferences } from '#web/ui/list-preferences.ts'
import { Loading } from '#web/ui/loading.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { StepUpDialog } from '#web/parts/step-up.tsx'
import {
  countApprovals,
  listApprovals,
  waitingKey,
} from '../../../features/admin/approvals/contract.ts'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import { AccountMenu } from '../account-menu.tsx'
import { AreaFrame, routerOptions } from '../area.tsx'
import { NoPermission, NotFound } from '../dead-ends.tsx'
import { frameMessages as messages } from '../texts/messages.ts'
import { toFirstPermitted, visibleMenu } from '../guards.ts'
import { logOut } from '../leave.ts'
import { AreaLinks } from '../links.tsx'
import type { MenuItem } from '../menus.ts'
import { forbiddenRoute, routesOf, type ScreenModules } from '../routes.ts'
import { AdminSessionLife } from '../session-life.tsx'
import { AdminDetails } from './account-details.tsx'
import { ListPreferencesProvider } from './list-preferences.tsx'
import { adminMenu } from './menu.ts'
import { adminPages } from './pages.ts'
import { SearchEverywhere } from './palette.tsx'
import { pendingRequests, useAdminParts } from './parts.tsx'
import styles from './router.module.css'

const screens: ScreenModules = import.meta.glob([
  '/features/admin/*/screen.tsx',
  '/features/admin/*/*-screen.tsx',
  '/app/web/admin/*-screen.tsx',
])

const BulkIndicator = lazyPart(
  async () => (await import('../../../features/admin/bulk/indicator-panel.tsx')).BulkIndicator,
  '/parts/bulk-indicator',
)

const Forbidden = lazyPart(
  async () => (await import('./forbidden.tsx')).Forbidden,
  '/parts/forbidden',
)

/** Delay of the first poll in milliseconds. */
const firstPollMs = 1_000
const pollMs = 60_000

type Context = { findAdmin: () => Promise<AdminMe> }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing })

// Without a session, `findAdmin` leads to the login and never resolves (ST-05).
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

const outside = createRoute({ getParentRoute: () => root, id: 'outside', ...frameOptions })

const indexRoute = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: toFirstPermitted(adminMenu, adminLinks.adminNoPermission.path),
})

const pageRoutes = routesOf(adminPages, {
  parent: admin,
  base: links.adminArea.path,
  load: async (module) => screens[`/${module}`]?.(),
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
  const [openDialog, setOpenDialog] = useState<'palette' | 'keys'>()
  return (
    <AreaContext value="admin">
      <AreaLinks permissions={admin.permissions}>
        <PartsContext value={useAdminParts()}>
          <ApprovalFrame>
            <ListPreferencesProvider>
              <AdminSessionLife here={() => router.latestLocation.href} />
              <AreaFrame
                home={links.adminArea.path}
                menu={menu}
                banner={<SuspendedNotice />}
                status={<BulkInHeader />}
                tools={
                  <>
                    <HeaderSearch openDialog={openDialog} onOpenDialog={setOpenDialog} />
                    <AccountMenu
                      person={admin}
                      details={<AdminDetails onKeys={() => setOpenDialog('keys')} />}
                      onLogOut={() => logOut('admin')}
                    />
                  </>
                }
              />
              <OfflineBanner />
              <StepUpDialog area="admin" />
            </ListPreferencesProvider>
          </ApprovalFrame>
        </PartsContext>
      </AreaLinks>
    </AreaContext>
  )
}

function useMenu(permissions: AdminMe['permissions']): MenuItem[] {
  const count = useWaitingApprovals()
  return visibleMenu(adminMenu, permissions).map((item) =>
    item.target === adminLinks.approvals.path ? { ...item, count } : item,
  )
}

/**
 * Returns how many requests wait for the admin's decision. The first number comes with the admin's own data. The count
 * is refreshed every minute and on each page change, by background calls that do not extend the session.
 */
function useWaitingApprovals(): number {
  const { waitingApprovals } = useAdminMe()
  const mayRead = useMay(countApprovals)
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isPolling, setPolling] = useState(false)
  useEffect(() => {
    // The page itself is loaded first.
    const timer = setTimeout(() => setPolling(true), firstPollMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) void queryClient.invalidateQueries({ queryKey: waitingKey })
      }),
    [router, queryClient],
  )
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(countApprovals, {}, { signal, background: true }),
    enabled: isPolling && mayRead,
    refetchInterval: pollMs,
  })
  return data?.count ?? waitingApprovals
}

/** Provides the area's texts for errors, and shows a message when an action waits for a second admin. */
function ApprovalFrame({ children }: { children: ReactNode }) {
  const t = useMessages(approvalMessages)
  const queryClient = useQueryClient()
  useEffect(() => {
    onApprovalAsked(({ approval }) => {
      closeDialogs()
      void queryClient.invalidateQueries({ queryKey: [listApprovals.path] })
      showSuccess(
        t.asked,
        <LinkTo to={adminLinks.approval({ id: approval.id })} className={styles.link}>
          {t.seeRequest}
        </LinkTo>,
      )
    })
    return () => onApprovalAsked(undefined)
  }, [t, queryClient])
  return <AreaTextsContext value={t}>{children}</AreaTextsContext>
}

/** Notice for a suspended admin, who can only decline requests and cancel their own. */
function SuspendedNotice() {
  const [t, words] = [useMessages(messages), useMessages(approvalMessages)]
  const { locale } = useLocale()
  const { suspendedUntil } = useAdminMe()
  // A server of the previous release sends no such field.
  if (!suspendedUntil) return null
  const time = formatNearInSentence(suspendedUntil, locale, defaultTimeZone())
  return (
    <div className={styles.locked}>
      <Notice kind="warning">
        <p>{t.adminLocked({ time })}</p>
        <LinkTo to={pendingRequests}>{words.seeRequests}</LinkTo>
      </Notice>
    </div>
  )
}

/** Indicator of the running bulk job, for admins who may start one. */
function BulkInHeader() {
  const mayStart = useMay(startBulk)
  if (!mayStart) return null
  return (
    <LazyOnInteraction placeholder={null}>
      <BulkIndicator className={styles.indicator} />
    </LazyOnInteraction>
  )
}

type SearchProps = Pick<ComponentProps<typeof SearchEverywhere>, 'openDialog' | 'onOpenDialog'>

/** Search and keyboard shortcuts, with the admin's preference for single-letter keys. */
function HeaderSearch(props: SearchProps) {
  const { hasLetterKeys, setLetterKeys = () => undefined } = useListPreferences()
  return <SearchEverywhere hasLetterKeys={hasLetterKeys} onLetterKeys={setLetterKeys} {...props} />
}

/** Page that logs the admin out as soon as it opens, without asking. */
function LogOut() {
  const t = useMessages(messages)
  const { mutate, error } = useMutation({ mutationFn: () => logOut('admin') })
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
  return <NotFound start={links.adminArea.path} word="toAdminStart" />
}

export function createAdminRouter(context: Context) {
  return createRouter({
    routeTree: root.addChildren([
      admin.addChildren([indexRoute, ...pageRoutes, logoutPage, noPermission]),
      outside.addChildren([forbiddenRoute(adminPages, { parent: outside, Forbidden })]),
    ]),
    context,
    ...routerOptions,
  })
}
