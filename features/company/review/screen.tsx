import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as links from '#contract/links.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import type { Locale } from '#contract/locale.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { call } from '#web/api.ts'
import { joinParts } from '#contract/text.ts'
import { nameOf } from '#contract/full-name.ts'
import { joinTexts, useColon, useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import {
  exportReview,
  listReviewItems,
  listReviews,
  type Review,
  type ReviewItem,
} from './contract.ts'
import { KeepButton, RemoveDialog } from './decisions.tsx'
import { Progress } from './progress.tsx'
import { messages } from './texts/messages.ts'

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
  if (latest) return <Items review={latest} onDecided={() => void reviews.refetch()} />
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

type ItemsProps = { review: Review; onDecided: () => void }

function Items({ review, onDecided }: ItemsProps) {
  const isOpen = review.closedAt === null
  const { locale } = useLocale()
  const [removals, setRemovals] = useState<readonly ReviewItem[]>()
  const initialState = isOpen ? 'pending' : 'all'
  const listed = usePageList(links.companyReview, listReviewItems, ({ state = initialState }) => ({
    review: review.id,
    state: state === 'all' ? undefined : state,
  }))
  const { list } = listed
  const finishDecision = () => {
    setRemovals(undefined)
    list.refetch()
    onDecided()
  }
  const options = { review, onRemove: setRemovals, onDecided: finishDecision }
  const bulk = useBulk({ ...options, rows: list.rows ?? [] })
  return (
    <ListPage
      {...listed}
      texts={texts}
      header={<ReviewHeader />}
      notice={<Progress review={review} />}
      views={isOpen ? openViews : closedViews}
      columns={columnsOf(options)}
      rowName={(item) => nameOfItem(item, locale)}
      {...(isOpen && { bulk, canSelect: mayDecideOf })}
      tools={<ExportButton endpoint={exportReview} query={listed.query} name="review" />}
    >
      {removals && removals.length > 0 && (
        <RemoveDialog
          review={review}
          items={removals}
          onClose={() => setRemovals(undefined)}
          onDecided={finishDecision}
        />
      )}
    </ListPage>
  )
}

type DecisionOptions = {
  review: Review
  onRemove: (items: readonly ReviewItem[]) => void
  onDecided: () => void
}

type BulkOptions = DecisionOptions & { rows: readonly ReviewItem[] }

/** Returns the actions for the selected rows. Rows that the user may not decide are left out. */
function useBulk({ review, rows, onRemove, onDecided }: BulkOptions) {
  const t = useMessages(messages)
  const decidableRows = (ids: readonly string[]) =>
    rows.filter(({ id, mayDecide }) => mayDecide && ids.includes(id))
  return ({ ids, clear }: BulkSelection) => (
    <>
      <KeepButton
        review={review}
        items={decidableRows(ids)}
        onDecided={() => {
          clear()
          onDecided()
        }}
      />
      <Button variant="danger" aria-haspopup="dialog" onClick={() => onRemove(decidableRows(ids))}>
        {t.remove}
      </Button>
    </>
  )
}

/** Returns true if the user may decide about the item; other rows have no checkbox. */
function mayDecideOf({ mayDecide }: ReviewItem): boolean {
  return mayDecide
}

function nameOfItem({ user, platform }: ReviewItem, locale: Locale): string {
  return joinParts([nameOf(user), ...(platform ? [platform.name] : [])], locale)
}

const openViews: ListViews<typeof texts> = {
  view_pending: {},
  view_decided: { state: 'decided' },
  view_all: { state: 'all' },
}
const closedViews: ListViews<typeof texts> = { view_all: {}, view_decided: { state: 'decided' } }

function columnsOf(options: DecisionOptions): ListColumns<ReviewItem, typeof texts> {
  return [
    {
      id: 'user',
      kind: 'person',
      width: 32,
      value: ({ user }) => user,
      identity: ({ user: { id } }) => ({ to: links.companyUser({ id }) }),
    },
    {
      id: 'access',
      width: 14,
      onPhone: 'fact',
      cell: ({ platform }, t) =>
        platform ? <bdi>{platform.name}</bdi> : <strong>{t.account}</strong>,
    },
    { id: 'roles', kind: 'names', width: 14, value: roleNamesOf, none: 'noRoles' },
    { id: 'lastLogin', kind: 'time', width: 12, none: 'never' },
    { id: 'decision', width: 28, cell: (item) => <Decision {...options} item={item} /> },
  ]
}

/** Returns the names of the company roles if the item is the account, or of the roles on the platform. */
function roleNamesOf(
  { companyRoles, platformRoles }: ReviewItem,
  _: unknown,
  locale: Locale,
): readonly string[] {
  return [
    ...companyRoles.map((role) => companyRoleMessages[locale][role]),
    ...platformRoles.map((role) => nameOfRole(role, locale)),
  ]
}

type DecisionProps = DecisionOptions & { item: ReviewItem }

/** The decision and its buttons, or the reason why there are none. */
function Decision({ item, review, onRemove, onDecided }: DecisionProps) {
  const { id: ownId } = useMe()
  const { locale } = useLocale()
  const t = useMessages(messages)
  const colon = useColon()
  const name = nameOfItem(item, locale)
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
              rowName={name}
              onDecided={onDecided}
            />
          )}
          <Button
            isInRow
            aria-haspopup="dialog"
            aria-label={`${t.remove}${colon}${name}`}
            onClick={() => onRemove([item])}
          >
            {t.remove}
          </Button>
        </div>
      )}
    </>
  )
}
