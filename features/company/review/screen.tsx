import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { useWithMenuCounts } from '#web/parts/company-waiting.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { CompanyRoleNames } from '#web/parts/company-role-names.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import {
  exportReview,
  listReviews,
  listReviewUsers,
  type Review,
  type ReviewedUser,
} from './contract.ts'
import { AccessChips, UserDecision } from './decisions.tsx'
import { Progress } from './progress.tsx'
import { messages } from './texts/messages.ts'
import { useDecisions, type Decisions } from './use-decisions.tsx'

const ReviewHeader = headerOf(messages)

const texts = joinTexts(userListMessages, messages)

/** The open access review, or the latest closed one. */
export function ReviewPage() {
  const t = useMessages(messages)
  const reviews = useQuery({
    queryKey: ['company-reviews'],
    queryFn: ({ signal }) => call(listReviews, {}, { signal }),
    staleTime: 0,
  })
  const [latest] = reviews.data ?? []
  if (latest) return <ReviewedUsers review={latest} onDecided={() => void reviews.refetch()} />
  return (
    <Page>
      <ReviewHeader />
      {reviews.isPending && <Skeleton rows={4} text={t.caption} />}
      {reviews.error && (
        <Failure text={t.loadFailed} error={reviews.error} onRetry={() => void reviews.refetch()} />
      )}
      {reviews.data && <EmptyState title={t.noReview} hint={t.noReviewHint} />}
    </Page>
  )
}

type UsersProps = { review: Review; onDecided: () => void }

function ReviewedUsers({ review, onDecided }: UsersProps) {
  const isOpen = review.closedAt === null
  const initialState = isOpen ? 'pending' : 'all'
  const listed = usePageList(links.companyReview, listReviewUsers, ({ state = initialState }) => ({
    review: review.id,
    state: state === 'all' ? undefined : state,
  }))
  const { list, query } = listed
  const decisions = useDecisions(review, {
    onSaved: useWithMenuCounts(onDecided),
    refetch: list.refetch,
  })
  useEndOfView(query['state'], decisions)
  return (
    <ListPage
      {...listed}
      texts={texts}
      header={<ReviewHeader />}
      notice={<Progress review={review} />}
      views={isOpen ? openViews : closedViews}
      columns={columnsOf(decisions)}
      tools={<ExportButton endpoint={exportReview} query={{ review: review.id }} name="review" />}
    />
  )
}

/** Sends the waiting decisions when another view opens. */
function useEndOfView(state: string | undefined, { finish }: Decisions): void {
  const lastState = useRef(state)
  const open = useEffectEvent((opened: string | undefined) => {
    if (lastState.current !== opened) finish()
    lastState.current = opened
  })
  useEffect(() => open(state), [state])
}

const openViews: ListViews<typeof texts> = {
  view_pending: {},
  view_decided: { state: 'decided' },
  view_all: { state: 'all' },
}
const closedViews: ListViews<typeof texts> = { view_all: {}, view_decided: { state: 'decided' } }

function columnsOf(decisions: Decisions): ListColumns<ReviewedUser, typeof texts> {
  return [
    {
      id: 'user',
      kind: 'person',
      width: 27,
      value: ({ user }) => user,
      identity: ({ id }) => ({ to: links.companyUser({ id }), isStacked: true }),
    },
    {
      id: 'companyRole',
      width: 12,
      onPhone: ({ companyRoles }) => (companyRoles.length > 0 ? 'fact' : 'none'),
      cell: ({ companyRoles }) => <CompanyRoleNames roles={companyRoles} />,
    },
    { id: 'lastLogin', kind: 'time', width: 14, none: 'never' },
    {
      id: 'access',
      width: 31,
      onPhone: 'plain',
      cell: (row) => <AccessChips row={row} decisions={decisions} />,
    },
    {
      id: 'decision',
      width: 16,
      onPhone: 'plain',
      cell: (row) => <UserDecision row={row} decisions={decisions} />,
    },
  ]
}
