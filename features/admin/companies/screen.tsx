import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { useMemo, useState } from 'react'
import type { Link } from '#contract/links.ts'
import { formatList } from '#contract/text.ts'
import { numberFormat, type Locale, type MessagesOf } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import type { ListFilter, ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { useViewCounts } from '#web/ui/view-counts.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import type { Platform } from '#web/ui/network-rules.tsx'
import { companyActionMessages, companyTabMessages, messages } from './texts/messages.ts'
import { ActivationDialog } from './activation-dialog.tsx'
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

export const CompaniesHeader = headerOf(messages, true)

export function CompaniesPage() {
  const view = usePageSearch(adminLinks.companies)
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Company>()
  const countOf = useViewCounts(listPartners, countedQueries)
  const { sort, ...query } = view.search
  const list = useList(listPartners, { ...query, sort })
  const { data: platforms = [] } = useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => call(listSubsystems, {}, { signal }),
    retry: false,
  })
  return (
    <ListPage
      header={<CompaniesHeader />}
      view={view}
      views={useViews(countOf)}
      searchLabel={t.search}
      filters={useFilters(platforms, countOf)}
      action={
        <ButtonTo to={adminLinks.newCompany()} kind="primary">
          {t.add}
        </ButtonTo>
      }
      tools={<ExportButton endpoint={exportPartners} query={query} name="companies" />}
      t={{ ...t, noneHint: noneHintOf(view.search, { ...t, ...words }) }}
      columns={useColumns(platforms)}
      rowName={({ name }) => name}
      rowMenu={useRowMenu(setAsked)}
      list={list}
    >
      {asked && (
        <ActivationDialog
          company={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => void queryClient.invalidateQueries({ queryKey: [listPartners.path] })}
        />
      )}
    </ListPage>
  )
}

type CountOf = ReturnType<typeof useViewCounts>

/** Queries of the views and filter options that show a count. */
const countedQueries = [
  {},
  ...companyStates.map((state) => ({ state })),
  ...openTasks.map((missing) => ({ missing })),
  ...quietTimes.map((noLoginFor) => ({ noLoginFor })),
]

type HintWords = { noneHint: string; noneFiltered: string; noneYet: string }

function noneHintOf(search: ListView['search'], t: HintWords): string {
  if (search['q']) return t.noneHint
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'sort' && value)
  return isFiltered ? t.noneFiltered : t.noneYet
}

/** Returns the row menu: actions on a company and links to its other pages. */
function useRowMenu(onActivation: (company: Company) => void) {
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  const { open } = useMessages(companyTabMessages)
  return (company: Company): MenuItem[] => {
    const { id, active } = company
    return [
      { text: open, to: adminLinks.company({ id }) },
      ...(active ? [{ text: words.invite, to: adminLinks.invite({ company: id }) }] : []),
      { text: t.showPeople, to: adminLinks.users({ company: id }) },
      { text: t.ranges, to: adminLinks.company({ id, tab: 'networks' }) },
      {
        text: active ? words.deactivate : words.activate,
        isDangerous: active,
        onPress: () => onActivation(company),
      },
    ]
  }
}

function useFilters(platforms: readonly Platform[], countOf: CountOf): ListFilter[] {
  const t = useMessages(messages)
  const words = { active: t.active, inactive: t.deactivated }
  return [
    {
      kind: 'one',
      name: 'state',
      title: t.state,
      options: companyStates.map((value) => ({
        value,
        text: words[value],
        count: countOf({ state: value }),
      })),
    },
    {
      kind: 'one',
      name: 'platform',
      title: t.platform,
      options: platforms.map(({ id, name }) => ({ value: id, text: name })),
    },
    {
      kind: 'one',
      name: 'missing',
      title: t.missing,
      options: openTasks.map((value) => ({
        value,
        text: t[`missing_${value}`],
        count: countOf({ missing: value }),
      })),
    },
    {
      kind: 'one',
      name: 'noLoginFor',
      title: t.lastLogin,
      options: quietTimes.map((value) => ({
        value,
        text: t[`noLogin_${value}`],
        count: countOf({ noLoginFor: value }),
      })),
    },
  ]
}

/** Returns the predefined views of every admin. */
function useViews(countOf: CountOf): ListViews {
  const t = useMessages(messages)
  return {
    list: 'companies',
    countOf,
    builtIn: [
      { id: 'all', name: t.view_all, query: {} },
      { id: 'no-login', name: t.view_noLogin, query: { noLoginFor: '60' } },
      { id: 'no-factor', name: t.withoutFactor, query: { missing: 'secondFactor' } },
      { id: 'inactive', name: t.view_inactive, query: { state: 'inactive' } },
    ],
  }
}

type Columns = Column<Company>[]

function useColumns(platforms: readonly Platform[]): Columns {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return useMemo(() => {
    const names = new Map(platforms.map(({ id, name }) => [id, name]))
    const namesOf = (ids: Company['subsystems']) => ids?.map((id) => names.get(id) ?? id)
    return [
      {
        title: t.name,
        width: 28,
        sort: 'name',
        cell: ({ id, name }) => <RecordName to={adminLinks.company({ id })}>{name}</RecordName>,
      },
      {
        title: t.state,
        width: 11,
        onPhone: 'state',
        cell: ({ active }) => <ActiveState active={active} t={t} />,
      },
      ...countColumns(t, locale),
      {
        title: t.platforms,
        width: 14,
        onPhone: ({ subsystems }) => (subsystems ? 'fact' : 'none'),
        cell: ({ subsystems }) => <Platforms names={namesOf(subsystems)} />,
        phoneText: ({ subsystems }) =>
          formatList(namesOf(subsystems) ?? [], locale) || t.noPlatforms,
      },
      {
        title: t.ranges,
        width: 10,
        onPhone: ({ ipAllowRules }) => (ipAllowRules.length === 0 ? 'none' : 'fact'),
        cell: ({ ipAllowRules }) => <Networks count={ipAllowRules.length} />,
      },
      {
        title: t.lastLogin,
        width: 13,
        onPhone: ({ lastLogin }) => (lastLogin === null ? 'none' : 'titled'),
        cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
      },
    ]
  }, [t, locale, platforms])
}

/** Columns for the number of users, users without a second factor, and invited users. */
function countColumns(t: MessagesOf<typeof messages>, locale: Locale): Columns {
  return [
    {
      title: t.people,
      width: 10,
      onPhone: 'fact',
      cell: ({ people }) => numberFormat(locale).format(people),
      phoneText: ({ people }) => t.peopleCount({ count: people }),
    },
    {
      title: t.withoutFactor,
      width: 10,
      onPhone: ({ withoutFactor }) => (withoutFactor === 0 ? 'none' : 'titled'),
      cell: ({ id, withoutFactor }) => (
        <Some count={withoutFactor} to={adminLinks.users({ company: id, secondFactor: 'none' })} />
      ),
      phoneText: ({ withoutFactor }) => numberFormat(locale).format(withoutFactor),
    },
    {
      title: t.invited,
      width: 8,
      onPhone: ({ pendingInvitations }) => (pendingInvitations === 0 ? 'none' : 'titled'),
      cell: ({ id, pendingInvitations }) => (
        <Some
          count={pendingInvitations}
          to={adminLinks.invitations({ company: id, state: 'open' })}
        />
      ),
      phoneText: ({ pendingInvitations }) => numberFormat(locale).format(pendingInvitations),
    },
  ]
}

/** A count that links to its list. Zeros are gray, so that other counts stand out. */
function Some({ count, to }: { count: number; to: Link }) {
  const { locale } = useLocale()
  const text = numberFormat(locale).format(count)
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

function Networks({ count }: { count: number }) {
  const t = useMessages(messages)
  if (count === 0) return <span className="soft">{t.every}</span>
  return t.rangeCount({ count })
}
