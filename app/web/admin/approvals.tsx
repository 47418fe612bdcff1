import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { ApprovalKind } from '#contract/approval.ts'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe, useMay } from '#web/me.ts'
import { onApprovalAsked } from '#web/session.ts'
import { approvalMessages } from '#web/ui/approval-messages.ts'
import { closeDialogs } from '#web/ui/dialog.tsx'
import { AreaWordsContext } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import {
  countApprovals,
  listApprovals,
  waitingKey,
} from '../../../features/admin/approvals/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listServiceAccounts } from '../../../features/admin/service-accounts/list-contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import styles from './approvals.module.css'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const ApprovalsPage = lazyPage(
  () => import('../../../features/admin/approvals/page.tsx'),
  'ApprovalsPage',
)
const ApprovalPanel = lazyPage(
  () => import('../../../features/admin/approvals/panel.tsx'),
  'ApprovalPanel',
)

Approvals.preload = preloadOf(ApprovalsPage)

const pollMs = 60_000
const open = 'asked,waiting,open'

export function Approvals() {
  const { search, onSearch } = usePageSearch(paths.approvals)
  const { approval, ...listed } = search
  const links = {
    ...(useMay(listUsers) && { user: linkToOne(paths.partnerUsers, {}, 'user') }),
    ...(useMay(listPartners) && { company: linkToOne(paths.companies, {}, 'company') }),
    ...(useMay(listPlatforms) && { platform: linkToOne(paths.platforms, {}, 'platform') }),
    ...(useMay(listServiceAccounts) && {
      service: linkToOne(paths.serviceAccounts, {}, 'account'),
    }),
    ...(useMay(listAdminUsers) && {
      admin: (_: string, name: ReactNode) => linkTo(paths.adminUsers, {})(name),
    }),
  }
  if (approval !== undefined) {
    const backLink = linkTo(paths.approvals, listed)
    return <ApprovalPanel key={approval} id={approval} backLink={backLink} links={links} />
  }
  const approvalLink = linkToOne(paths.approvals, listed, 'approval')
  return <ApprovalsPage view={{ search: listed, onSearch }} approvalLink={approvalLink} />
}

/**
 * Returns the number of requests that wait for the admin's decision: first from the admin's own data, then read once a
 * minute and on each page change, without extending the session.
 */
export function useWaitingApprovals(isOn: boolean): number {
  const { waitingApprovals } = useAdminMe()
  const mayRead = useMay(countApprovals)
  const queryClient = useQueryClient()
  const router = useRouter()
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
    enabled: isOn && mayRead,
    refetchInterval: pollMs,
  })
  return data?.count ?? waitingApprovals
}

/**
 * Provides the texts for errors in the area. When an action needs a second person, closes the dialogs and shows a
 * snackbar with a link to the request.
 */
export function SecondPersonFrame({ children }: { children: ReactNode }) {
  const t = useMessages(approvalMessages)
  const queryClient = useQueryClient()
  useEffect(() => {
    onApprovalAsked(({ approval }) => {
      closeDialogs()
      void queryClient.invalidateQueries({ queryKey: [listApprovals.path] })
      const link = linkTo(paths.approvals, { approval: approval.id }, styles.link)
      showSuccess(t.asked, link(t.seeRequest))
    })
    return () => onApprovalAsked(undefined)
  }, [t, queryClient])
  return <AreaWordsContext value={t}>{children}</AreaWordsContext>
}

type Filter = { target: string } | { kind: string }

type PendingProps = {
  about: Filter
  /** Kind for which the page has a banner of its own. */
  except?: ApprovalKind
}

/** Notice on the page of a record whose change waits for a second person. */
export function Pending({ about, except }: PendingProps) {
  const t = useMessages(approvalMessages)
  const { locale } = useLocale()
  const mayRead = useMay(listApprovals)
  const { data: approvals = [] } = useQuery({
    queryKey: [listApprovals.path, 'pending', about],
    queryFn: ({ signal }) =>
      call(listApprovals, { query: { ...about, state: open } as object }, { signal }),
    enabled: mayRead,
    staleTime: 0,
  })
  const data = approvals.filter(({ kind }) => kind !== except)
  const [first] = data
  if (!first) return null
  const isOne = data.length === 1
  const search = isOne ? { approval: first.id } : { decider: 'anyone', state: open }
  return (
    <Notice>
      {counted(t.pending, data.length, locale)}{' '}
      {linkTo(paths.approvals, search)(isOne ? t.seeRequest : t.seeRequests)}
    </Notice>
  )
}
