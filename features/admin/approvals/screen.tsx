import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import type { Query } from '#contract/endpoint.ts'
import { numberFormat } from '#contract/locale.ts'
import { joinParts } from '#contract/text.ts'
import { call } from '#web/api.ts'
import { joinTexts, useLocale, useMessages } from '#web/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { countApprovals, listApprovals, waitingKey, type ListedApproval } from './contract.ts'
import { kindMessages, messages } from './texts/messages.ts'
import {
  capitalize,
  Clock,
  isAboutAsker,
  kindTitle,
  openStates,
  StateTag,
  useHowAsked,
  useKindTitle,
  useNames,
} from './words.tsx'

const ApprovalsHeader = headerOf(messages)

const texts = joinTexts(kindMessages, messages)

/** Value of `decider` in the URL that lists all requests, not only those that the admin may decide. */
const anyone = 'anyone'
const decidedStates = 'done,failed,refused,cancelled,expired'

export function ApprovalsPage() {
  const t = useMessages(messages)
  const titleOf = useKindTitle()
  const { nameOfTarget } = useNames()
  const list = usePageList(adminLinks.approvals, listApprovals, ({ decider, ...search }) => ({
    ...search,
    decider: decider === anyone ? undefined : 'me',
  }))
  const { locale } = useLocale()
  const count = useCounts()?.count ?? 0
  return (
    <ListPage
      {...list}
      texts={texts}
      {...(list.query['decider'] === 'me' && { t: { none: t.noneMine } })}
      header={<ApprovalsHeader />}
      notice={<NoApprovalsNotice />}
      views={views}
      countOf={(query) =>
        query === views.view_mine && count > 0 ? numberFormat(locale).format(count) : undefined
      }
      filters={filters}
      columns={columns}
      rowName={({ kind, target }) => joinParts([titleOf(kind), nameOfTarget(target)], locale)}
    />
  )
}

/** Returns the reply of `countApprovals`, whose cache the menu shares; undefined until it is loaded. */
function useCounts() {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(countApprovals, {}, { signal, background: true }),
  })
  return data
}

/** A notice that explains why no action needs a second person; absent if some do. */
function NoApprovalsNotice() {
  const t = useMessages(messages)
  const counts = useCounts()
  if (!counts || counts.kinds.length > 0) return null
  return <Notice>{counts.setting === 'off' ? t.off : t.notYet}</Notice>
}

const views: ListViews<typeof texts> = {
  view_mine: {},
  view_waiting: { decider: anyone, state: openStates.join() },
  view_decided: { decider: anyone, state: decidedStates },
  view_all: { decider: anyone },
}

const filters: ListFilters<Query<typeof listApprovals>, typeof texts> = [
  { name: 'state' },
  { name: 'kind', label: kindTitle },
]

const columns: ListColumns<ListedApproval, typeof texts> = [
  {
    id: 'request',
    width: 24,
    cell: ({ kind, id }, t, locale) => (
      <LinkTo to={adminLinks.approval({ id })}>{kindTitle(kind, t, locale)}</LinkTo>
    ),
  },
  {
    id: 'about',
    width: 17,
    onPhone: 'line',
    cell: ({ target }) => <Target target={target} />,
    phoneText: ({ target }) => <TargetInLine target={target} />,
  },
  {
    id: 'asker',
    width: 14,
    onPhone: 'line',
    cell: (approval) => (
      <CutText>
        <Asker approval={approval} />
      </CutText>
    ),
    phoneText: (approval) => (
      <bdi>
        <Asker approval={approval} />
      </bdi>
    ),
  },
  { id: 'askedAt', kind: 'time', width: 11, onPhone: 'line' },
  { id: 'state', width: 10, onPhone: 'state', cell: ({ state }) => <StateTag status={state} /> },
  { id: 'clock', width: 24, onPhone: 'plain', cell: (approval) => <Clock approval={approval} /> },
]

function Target({ target }: Pick<ListedApproval, 'target'>) {
  const { nameOfTarget } = useNames()
  return (
    <>
      <CutText>{nameOfTarget(target)}</CutText>
      {target.company !== null && (
        <span className="second-line">
          <CutText>{target.company}</CutText>
        </span>
      )}
    </>
  )
}

function TargetInLine({ target }: Pick<ListedApproval, 'target'>) {
  const { nameOfTarget } = useNames()
  const { locale } = useLocale()
  const { company } = target
  return joinParts([nameOfTarget(target), ...(company === null ? [] : [company])], locale)
}

function Asker({ approval }: { approval: ListedApproval }) {
  const { nameOfPerson } = useNames()
  const howAsked = useHowAsked()
  const { locale } = useLocale()
  return isAboutAsker(approval)
    ? capitalize(howAsked(approval), locale)
    : nameOfPerson(approval.asker)
}
