import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import * as links from '#contract/links.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { usePageSearch } from '#web/page-search.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Ago, nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { userListMessages } from '#web/ui/texts/messages.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import {
  exportReview,
  listReviewItems,
  listReviews,
  type Review,
  type ReviewItem,
} from './contract.ts'
import { KeepButton, RemoveDialog } from './decisions.tsx'
import { messages } from './texts/messages.ts'
import { Progress } from './progress.tsx'

const ReviewHeader = headerOf(messages)

/** The open access review, or the last one. */
export function ReviewPage() {
  const t = useMessages(messages)
  const reviews = useQuery({
    queryKey: ['company-reviews'],
    queryFn: ({ signal }) => call(listReviews, {}, { signal }),
    staleTime: 0,
  })
  const [latest] = reviews.data ?? []
  if (latest) return <Items review={latest} onDecided={() => void reviews.refetch()} />
  return (
    <Page>
      <ReviewHeader />
      {reviews.isPending && <Skeleton rows={4} text={t.caption} />}
      {reviews.error && (
        <Failure text={t.failed} error={reviews.error} onRetry={() => void reviews.refetch()} />
      )}
      {reviews.data && (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{t.noReview}</strong>
          <p>{t.noReviewHint}</p>
        </div>
      )}
    </Page>
  )
}

type ItemsProps = { review: Review; onDecided: () => void }

function Items({ review, onDecided }: ItemsProps) {
  const view = usePageSearch(links.companyReview)
  const t = useMessages(messages)
  const [removed, setRemoved] = useState<readonly ReviewItem[]>()
  const state = view.search.state ?? (review.closedAt === null ? 'pending' : 'all')
  const list = useList(listReviewItems, {
    review: review.id,
    state: state === 'all' ? undefined : state,
  })
  const over = () => {
    setRemoved(undefined)
    list.refetch()
    onDecided()
  }
  const bulk = useBulk({ review, rows: list.rows ?? [], onRemove: setRemoved, onDecided: over })
  const columns = useColumns({ review, onRemove: setRemoved, onDecided: over })
  return (
    <ListPage
      header={<ReviewHeader />}
      notice={<Progress review={review} />}
      view={view}
      views={useViews(review)}
      t={t}
      columns={columns}
      list={list}
      rowName={nameOfItem}
      {...(review.closedAt === null && { bulk })}
      tools={<ExportButton endpoint={exportReview} query={{ review: review.id }} name="review" />}
    >
      {removed && removed.length > 0 && (
        <RemoveDialog
          review={review}
          items={removed}
          onClose={() => setRemoved(undefined)}
          onDecided={over}
        />
      )}
    </ListPage>
  )
}

type BulkOptions = Pick<ColumnOptions, 'review' | 'onRemove' | 'onDecided'> & {
  rows: readonly ReviewItem[]
}

/** Returns the actions for the selected rows. Rows that the user may not decide are left out. */
function useBulk({ review, rows, onRemove, onDecided }: BulkOptions) {
  const t = useMessages(messages)
  const chosen = (ids: readonly string[]) =>
    rows.filter(({ id, mayDecide }) => mayDecide && ids.includes(id))
  return ({ ids, clear }: BulkSelection) => (
    <>
      <KeepButton
        review={review}
        items={chosen(ids)}
        onDecided={() => {
          clear()
          onDecided()
        }}
      />
      <Button variant="danger" aria-haspopup="dialog" onClick={() => onRemove(chosen(ids))}>
        {t.remove}
      </Button>
    </>
  )
}

function nameOfItem({ user, platform }: ReviewItem): string {
  return platform ? `${nameOf(user)}, ${platform.name}` : nameOf(user)
}

function useViews({ closedAt }: Review): ListViews {
  const t = useMessages(messages)
  return useMemo(() => {
    const pending = { id: 'pending', name: t.view_pending, query: { state: 'pending' } }
    const decided = { id: 'decided', name: t.view_decided, query: { state: 'decided' } }
    const all = { id: 'all', name: t.view_all, query: { state: 'all' } }
    const builtIn =
      closedAt === null
        ? [{ ...pending, query: {} }, decided, all]
        : [{ ...all, query: {} }, decided]
    return { list: 'company-review', names: ['state'], builtIn }
  }, [t, closedAt])
}

type ColumnOptions = {
  review: Review
  onRemove: (items: readonly ReviewItem[]) => void
  onDecided: () => void
}

function useColumns(options: ColumnOptions): Column<ReviewItem>[] {
  const [t, words] = [useMessages(messages), useMessages(userListMessages)]
  const namesOf = useNamesOfRoles()
  return [
    {
      title: t.user,
      width: 30,
      cell: ({ user }) => (
        <Identity name={nameOf(user)} email={user.email} to={links.companyUser({ id: user.id })} />
      ),
    },
    {
      title: t.access,
      width: 18,
      onPhone: 'fact',
      cell: ({ platform }) =>
        platform ? <bdi>{platform.name}</bdi> : <strong>{t.account}</strong>,
    },
    {
      title: words.roles,
      width: 18,
      onPhone: (item) => (namesOf(item).length > 0 ? 'line' : 'none'),
      phoneText: (item) => <bdi>{namesOf(item).join(', ')}</bdi>,
      cell: (item) => <NameChips names={namesOf(item)} none={words.noRoles} />,
    },
    {
      title: t.lastLogin,
      width: 12,
      onPhone: ({ lastLogin }) => (lastLogin === null ? 'none' : 'titled'),
      cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
    },
    {
      title: t.decision,
      width: 26,
      cell: (item) => <Decision {...options} item={item} />,
    },
  ]
}

/**
 * Returns a function that lists the role names of an item: roles in the company for the account, otherwise roles on the
 * platform.
 */
function useNamesOfRoles() {
  const words = useMessages(companyRoleMessages)
  const { locale } = useLocale()
  return ({ companyRoles, platformRoles }: ReviewItem) => [
    ...companyRoles.map((role) => words[role]),
    ...platformRoles.map((role) => nameOfRole(role, locale)),
  ]
}

type DecisionProps = ColumnOptions & { item: ReviewItem }

/** The decision and its buttons, or the reason why there are none. */
function Decision({ item, review, onRemove, onDecided }: DecisionProps) {
  // Another administrator decides about the user's own access.
  const { id: ownId } = useMe()
  const t = useMessages(messages)
  const { decision, decidedBy, state, mayDecide, user } = item
  return (
    <>
      {decision && (
        <>
          <span className="tag" data-kind={decision === 'keep' ? 'good' : 'off'}>
            {t[`decided_${decision}`]}
          </span>{' '}
          {decidedBy !== '' && <span className="soft">{t.by({ name: decidedBy })} </span>}
        </>
      )}
      {(state === 'gone' || state === 'provider') && (
        <span className="soft">{t[`state_${state}`]}</span>
      )}
      {state === 'pending' && user.id === ownId && <span className="soft">{t.own}</span>}
      {mayDecide && (
        <div className="button-row">
          {state === 'pending' && (
            <KeepButton
              isInRow
              review={review}
              items={[item]}
              about={nameOfItem(item)}
              onDecided={onDecided}
            />
          )}
          <Button
            isInRow
            aria-haspopup="dialog"
            aria-label={`${t.remove}: ${nameOfItem(item)}`}
            onClick={() => onRemove([item])}
          >
            {t.remove}
          </Button>
        </div>
      )}
    </>
  )
}
