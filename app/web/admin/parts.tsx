import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState, type ComponentProps } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { Refusal } from '#contract/refusal.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { lazyPart } from '#web/lazy.tsx'
import { LinkTo } from '#web/link-to.tsx'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { useMay } from '#web/me.ts'
import type { Parts, PendingProps, RenderUserBulk } from '#web/parts/parts.ts'
import { approvalMessages } from '#web/parts/texts/messages.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { listApprovals } from '../../../features/admin/approvals/contract.ts'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import type { BulkChoice } from '../../../features/admin/bulk/panel.tsx'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { resendInvitations } from '../../../features/admin/invitations/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { visibleMenu } from '../guards.ts'
import { menuTextOf } from '../menus.ts'
import { adminMenu } from './menu.ts'

const BulkActions = lazyPart(
  async () => (await import('../../../features/admin/bulk/panel.tsx')).BulkActions,
  '/parts/bulk',
)
const BulkDialog = lazyPart(
  async () => (await import('../../../features/admin/bulk/panel.tsx')).BulkDialog,
  '/parts/bulk',
)
const EntryDetails = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/entry-details-panel.tsx')).EntryDetails,
  adminLinks.auditLog.path,
)
const UsersOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/users/company-users-panel.tsx')).UsersOfCompany,
  adminLinks.users.path,
)
const InvitationsOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/invitations/company-invitations-panel.tsx'))
      .InvitationsOfCompany,
  adminLinks.invitations.path,
)
const ActivityOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/company-activity-panel.tsx'))
      .ActivityOfCompany,
  adminLinks.auditLog.path,
)
const ActivityOfAdmin = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/admin-activity-panel.tsx')).ActivityOfAdmin,
  adminLinks.auditLog.path,
)

/** Delay in milliseconds before the code of the bulk actions is preloaded. */
const preloadDelayMs = 500
/** Values of the query parameter `state` for pending approval requests. */
const openStates = 'asked,waiting,open'
/** Link to the list of pending approval requests. */
export const pendingRequests = adminLinks.approvals({ decider: 'anyone', state: openStates })

/** Returns the components and lookups of other use cases that admin pages show (`useParts`). */
export function useAdminParts(): Parts {
  const { locale } = useLocale()
  return useMemo(
    () => ({
      ...parts,
      pagesFor: (permissions) =>
        visibleMenu(adminMenu, permissions).map((item) => menuTextOf(item, locale)),
    }),
    [locale],
  )
}

const parts: Omit<Parts, 'pagesFor'> = {
  Pending,
  EntryDetails: (props) => (
    <Suspense fallback={null}>
      <EntryDetails {...props} />
    </Suspense>
  ),
  UsersAndInvitationsOfCompany: (props) => (
    <Suspense fallback={<Loading />}>
      <UsersOfCompany {...props} />
      <InvitationsOfCompany {...props} />
    </Suspense>
  ),
  ActivityOfCompany: (props) => (
    <Suspense fallback={<Loading />}>
      <ActivityOfCompany {...props} />
    </Suspense>
  ),
  ActivityOfAdmin: (props) => (
    <Suspense fallback={<Loading />}>
      <ActivityOfAdmin {...props} />
    </Suspense>
  ),
  UserBulk: UserBulkActions,
  findCompanies: async (q, signal) =>
    (await call(listPartners, { query: { q, limit: '20' } }, { signal })).map(({ id, name }) => ({
      id,
      name,
    })),
  findUsers: async (q, signal) =>
    (await call(listUsers, { query: { q, limit: 8 } }, { signal })).map((user) => ({
      id: user.id,
      name: nameOf(user),
      email: user.email,
    })),
  findPlatforms: async (signal) =>
    (await call(listPlatforms, { query: { limit: '200' } }, { signal })).map(({ id, name }) => ({
      id,
      name,
    })),
  resendInvitations: async (ids) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { results } = await call(resendInvitations, { headers, body: { ids: [...ids] } })
    const code = results.find((result) => result.code !== null)?.code ?? null
    if (code !== null) throw new Refusal(code)
  },
}

/** Notice of the pending approval requests about a record or of some kinds, except those of the kind `except`. */
function Pending({ about, except }: PendingProps) {
  const t = useMessages(approvalMessages)
  const gap = useGap()
  const mayRead = useMay(listApprovals)
  const { data = [] } = useQuery({
    queryKey: [listApprovals.path, 'pending', about],
    queryFn: ({ signal }) =>
      call(listApprovals, { query: { ...about, state: openStates } as object }, { signal }),
    enabled: mayRead,
    staleTime: 0,
  })
  const requests = data.filter(({ kind }) => kind !== except)
  const [first] = requests
  if (!first) return null
  const isOne = requests.length === 1
  const page = isOne ? adminLinks.approval({ id: first.id }) : pendingRequests
  return (
    <Notice>
      {t.pending({ count: requests.length })}
      {gap}
      <LinkTo to={page}>{isOne ? t.seeRequest : t.seeRequests}</LinkTo>
    </Notice>
  )
}

/**
 * Passes to `children` a function that renders the actions for the selected users (undefined without permission), and
 * shows the dialog of the selected action.
 */
function UserBulkActions({ children }: ComponentProps<Parts['UserBulk']>) {
  const mayStart = useMay(startBulk)
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<BulkChoice>()
  useEffect(() => {
    if (!mayStart) return undefined
    // Loaded after the list, so that the bar has its buttons when the first user is selected.
    const timer = setTimeout(() => BulkActions.preload(), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [mayStart])
  const renderActions: NonNullable<RenderUserBulk> = useCallback(
    ({ ids, isAll, total, query, clear }) => {
      const count = total?.isEstimated ? undefined : total?.count
      const targets: BulkChoice['targets'] = isAll ? { query, count } : { ids }
      return (
        <Suspense fallback={null}>
          <BulkActions
            targets={targets}
            isSignUpPending={query['status'] === 'invited'}
            clear={clear}
            onChoose={setChoice}
          />
        </Suspense>
      )
    },
    [],
  )
  return (
    <>
      {children(mayStart ? renderActions : undefined)}
      {choice && (
        <Suspense fallback={null}>
          <BulkDialog
            {...choice}
            onClose={() => setChoice(undefined)}
            onEnd={() => void queryClient.invalidateQueries({ queryKey: [listUsers.path] })}
          />
        </Suspense>
      )}
    </>
  )
}
