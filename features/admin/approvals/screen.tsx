import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { approvalKinds } from '#contract/approval.ts'
import { numberFormat } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { Recent } from '#web/ui/facts.tsx'
import type { ListFilter, ListSearch } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { countApprovals, listApprovals, waitingKey, type ListedApproval } from './contract.ts'
import { messages } from './texts/messages.ts'
import { Clock, isAboutAsker, StateTag, useHowAsked, useKindTitle, useNames } from './words.tsx'

export const ApprovalsHeader = headerOf(messages)

/** Value of `decider` in the URL that lists all requests, not only those that the admin may decide. */
const anyone = 'anyone'
const undecided = 'asked,waiting,open'
const decided = 'done,failed,refused,cancelled,expired'

export function ApprovalsPage() {
  const view = usePageSearch(adminLinks.approvals)
  const t = useMessages(messages)
  const titleOf = useKindTitle()
  const { nameOfTarget } = useNames()
  const { state, kind, decider } = view.search
  const isMine = decider !== anyone
  const list = useList(listApprovals, { state, kind, decider: isMine ? 'me' : undefined })
  return (
    <ListPage
      header={<ApprovalsHeader />}
      notice={<WhenTwo />}
      view={view}
      views={useViews()}
      filters={useFilters()}
      t={{ caption: t.title, none: isMine ? t.noneMine : t.none, noneHint: t.noneHint }}
      columns={useColumns()}
      list={list}
      rowName={({ kind: what, target }) => `${titleOf(what)}, ${nameOfTarget(target)}`}
    />
  )
}

/** Reads the number of waiting requests from the cache that the menu also uses. */
function useWaitingCount() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(countApprovals, {}, { signal, background: true }),
  })
}

/** A notice that explains why no action needs a second person; absent if some do. */
function WhenTwo() {
  const t = useMessages(messages)
  const { data } = useWaitingCount()
  if (!data || data.kinds.length > 0) return null
  return <Notice>{data.setting === 'off' ? t.off : t.notYet}</Notice>
}

function useViews(): ListViews {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { data } = useWaitingCount()
  const waiting = data && data.count > 0 ? numberFormat(locale).format(data.count) : undefined
  return useMemo(
    () => ({
      list: 'approvals',
      names: ['decider'],
      countOf: (query: ListSearch) => (Object.keys(query).length === 0 ? waiting : undefined),
      builtIn: [
        { id: 'mine', name: t.view_mine, query: {} },
        { id: 'waiting', name: t.view_waiting, query: { decider: anyone, state: undecided } },
        { id: 'decided', name: t.view_decided, query: { decider: anyone, state: decided } },
        { id: 'all', name: t.view_all, query: { decider: anyone } },
      ],
    }),
    [t, waiting],
  )
}

function useFilters(): ListFilter[] {
  const t = useMessages(messages)
  const titleOf = useKindTitle()
  return [
    {
      kind: 'several',
      name: 'state',
      title: t.state,
      options: `${undecided},${decided}`.split(',').map((value) => ({
        value,
        text: t[`state_${value as ListedApproval['state']}`],
      })),
    },
    {
      kind: 'several',
      name: 'kind',
      title: t.kind,
      options: approvalKinds.map((value) => ({ value, text: titleOf(value) })),
    },
  ]
}

type TargetProps = { name: string; company: string | null }

function Target({ name, company }: TargetProps) {
  return (
    <>
      <CutText>{name}</CutText>
      {company !== null && (
        <span className="second-line">
          <CutText>{company}</CutText>
        </span>
      )}
    </>
  )
}

function useColumns(): Column<ListedApproval>[] {
  const t = useMessages(messages)
  const titleOf = useKindTitle()
  const { nameOfTarget, nameOfPerson } = useNames()
  const howAsked = useHowAsked()
  return [
    {
      title: t.request,
      width: 26,
      cell: ({ id, kind }) => (
        <RecordName to={adminLinks.approval({ id })}>{titleOf(kind)}</RecordName>
      ),
    },
    {
      title: t.about,
      width: 18,
      onPhone: 'fact',
      cell: ({ target }) => <Target name={nameOfTarget(target)} company={target.company} />,
    },
    {
      title: t.asker,
      width: 16,
      onPhone: 'fact',
      cell: (row) => (
        <CutText>{isAboutAsker(row) ? howAsked(row) : nameOfPerson(row.asker)}</CutText>
      ),
    },
    {
      title: t.askedAt,
      width: 12,
      onPhone: 'fact',
      cell: ({ askedAt }) => <Recent time={askedAt} missing="" />,
    },
    {
      title: t.state,
      width: 12,
      onPhone: 'state',
      cell: ({ state }) => <StateTag state={state} />,
    },
    { title: t.clock, width: 16, onPhone: 'fact', cell: (row) => <Clock approval={row} /> },
  ]
}
