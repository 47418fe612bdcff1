import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { useMemo } from 'react'
import type { Link } from '#contract/links.ts'
import { formatList } from '#contract/text.ts'
import type { Query } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useActions } from '#web/ui/action.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ActiveState } from '#web/ui/facts.tsx'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import { NameChips } from '#web/ui/name-chips.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { useViewCounts } from '#web/ui/view-counts.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import type { Platform } from '#web/parts/network-rules.tsx'
import { companyActionMessages, companyTabMessages, messages } from './texts/messages.ts'
import { useCompanyActions } from './actions.tsx'
import {
  companyStates,
  openTasks,
  exportPartners,
  listPartners,
  listSubsystems,
  quietTimes,
  type Company,
} from './contract.ts'
import styles from './page.module.css'

export const CompaniesHeader = headerOf(messages, { isOfList: true })

export function CompaniesPage() {
  const list = usePageList(adminLinks.companies, listPartners)
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  const queryClient = useQueryClient()
  const { offersOf, dialog } = useActions(
    useCompanyActions(() => void queryClient.invalidateQueries({ queryKey: [listPartners.path] })),
  )
  const countOf = useViewCounts(listPartners, countedQueries)
  const { data: platforms = [] } = useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => call(listSubsystems, {}, { signal }),
    retry: false,
  })
  return (
    <ListPage
      {...list}
      texts={messages}
      t={{ noneHint: noneHintOf(list.query, { ...t, ...words }) }}
      add={adminLinks.newCompany()}
      views={views}
      countOf={countOf}
      filters={useFilters(platforms, countOf)}
      tools={<ExportButton endpoint={exportPartners} query={list.query} name="companies" />}
      columns={useMemo(() => columnsOf(platforms), [platforms])}
      rowMenu={useRowMenu(offersOf)}
    >
      {dialog}
    </ListPage>
  )
}

type CountOf = ReturnType<typeof useViewCounts>
type Columns = ListColumns<Company, typeof messages>
type Filters = ListFilters<Query<typeof listPartners>, typeof messages>

/** Queries of the views and filter options that show a count. */
const countedQueries = [
  {},
  ...companyStates.map((state) => ({ state })),
  ...openTasks.map((missing) => ({ missing })),
  ...quietTimes.map((noLoginFor) => ({ noLoginFor })),
]

/** Returns the hint of an empty list: after a search, with filters, or without any companies. */
function noneHintOf(
  search: ListSearch,
  t: Record<'noneHint' | 'noneFiltered' | 'noneYet', string>,
): string {
  if (search['q']) return t.noneHint
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'sort' && value)
  return isFiltered ? t.noneFiltered : t.noneYet
}

function useRowMenu(offersOf: (company: Company) => MenuItem[]) {
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  const { open } = useMessages(companyTabMessages)
  return (company: Company): MenuItem[] => {
    const { id, active } = company
    return [
      { text: open, to: adminLinks.company({ id }) },
      ...(active ? [{ text: words.invite, to: adminLinks.invite({ company: id }) }] : []),
      { text: t.showPeople, to: adminLinks.users({ company: id }) },
      { text: t.ranges, to: adminLinks.company({ id, tab: 'networks' }) },
      ...offersOf(company),
    ]
  }
}

function useFilters(platforms: readonly Platform[], countOf: CountOf): Filters {
  const t = useMessages(messages)
  return [
    {
      name: 'state',
      label: (value) => ({ active: t.active, inactive: t.deactivated })[value],
      count: (state) => countOf({ state }),
    },
    {
      kind: 'one',
      name: 'platform',
      title: t.platform,
      options: platforms.map(({ id, name }) => ({ value: id, text: name })),
    },
    { name: 'missing', count: (missing) => countOf({ missing }) },
    {
      name: 'noLoginFor',
      title: 'lastLogin',
      label: (value) => t[`noLogin_${value}`],
      count: (noLoginFor) => countOf({ noLoginFor }),
    },
  ]
}

const views: ListViews<typeof messages> = {
  view_all: {},
  view_noLogin: { noLoginFor: '60' },
  withoutFactor: { missing: 'secondFactor' },
  view_inactive: { state: 'inactive' },
}

function columnsOf(platforms: readonly Platform[]): Columns {
  const names = new Map(platforms.map(({ id, name }) => [id, name]))
  const namesOf = (ids: Company['subsystems']) => ids?.map((id) => names.get(id) ?? id)
  return [
    {
      id: 'name',
      kind: 'link',
      width: 28,
      sort: 'name',
      to: ({ id }) => adminLinks.company({ id }),
    },
    {
      id: 'state',
      width: 11,
      onPhone: 'state',
      cell: ({ active }, t) => <ActiveState active={active} t={t} />,
    },
    ...countColumns,
    {
      id: 'platforms',
      width: 14,
      onPhone: ({ subsystems }) => (subsystems ? 'fact' : 'none'),
      cell: ({ subsystems }) => <Platforms names={namesOf(subsystems)} />,
      phoneText: ({ subsystems }, t, locale) =>
        formatList(namesOf(subsystems) ?? [], locale) || t.noPlatforms,
    },
    {
      id: 'ranges',
      width: 10,
      onPhone: ({ ipAllowRules }) => (ipAllowRules.length === 0 ? 'none' : 'fact'),
      cell: ({ ipAllowRules: { length } }, t) =>
        length === 0 ? (
          <span className="soft">{t.anyNetwork}</span>
        ) : (
          t.rangeCount({ count: length })
        ),
    },
    { id: 'lastLogin', kind: 'time', width: 13, none: 'never' },
  ]
}

const countColumns: Columns = [
  {
    id: 'people',
    width: 10,
    onPhone: 'fact',
    cell: ({ people }, _, locale) => listedCount(people, locale),
    phoneText: ({ people }, t, locale) =>
      listedCount(people, locale, (count) => t.peopleCount({ count })),
  },
  {
    id: 'withoutFactor',
    width: 10,
    onPhone: ({ withoutFactor }) => (withoutFactor === 0 ? 'none' : 'titled'),
    cell: ({ id, withoutFactor: count }) => (
      <CountLink count={count} to={adminLinks.users({ company: id, secondFactor: 'none' })} />
    ),
    phoneText: ({ withoutFactor }, _, locale) => listedCount(withoutFactor, locale),
  },
  {
    id: 'invited',
    width: 8,
    onPhone: ({ pendingInvitations }) => (pendingInvitations === 0 ? 'none' : 'titled'),
    cell: ({ id, pendingInvitations: count }) => (
      <CountLink count={count} to={adminLinks.invitations({ company: id, state: 'open' })} />
    ),
    phoneText: ({ pendingInvitations }, _, locale) => listedCount(pendingInvitations, locale),
  },
]

/** A count that links to its list. Zeros are gray, so that other counts stand out. */
function CountLink({ count, to }: { count: number; to: Link }) {
  const { locale } = useLocale()
  const text = listedCount(count, locale)
  if (count === 0) return <span className="soft">{text}</span>
  return (
    <span className={styles.count}>
      <LinkTo to={to}>{text}</LinkTo>
    </span>
  )
}

/** Shows the platforms of a company. Undefined means access to all platforms. */
function Platforms({ names }: { names: readonly string[] | undefined }) {
  const t = useMessages(messages)
  if (!names) return <span className="soft">{t.every}</span>
  return <NameChips names={names} none={t.noPlatforms} />
}
