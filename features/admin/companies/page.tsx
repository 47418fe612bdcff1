import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import type { ListFilter, ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { headerOf } from '#web/ui/page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { companyStates, listPartners, quietTimes, type Company } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  view: ListView
  companyLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export const CompaniesHeader = headerOf(messages)

export function CompaniesPage({ view, companyLink, addLink }: Props) {
  const t = useMessages(messages)
  const { q, state, noLoginFor } = view.search
  const list = useList(listPartners, { q, state, noLoginFor })
  return (
    <ListPage
      header={<CompaniesHeader />}
      view={view}
      searchLabel={t.search}
      filters={useFilters()}
      tools={addLink(t.add)}
      rowName={({ name }) => name}
      t={t}
      columns={useColumns(companyLink)}
      list={list}
    />
  )
}

function useFilters(): ListFilter[] {
  const t = useMessages(messages)
  return [
    {
      kind: 'one',
      name: 'state',
      title: t.state,
      options: companyStates.map((value) => ({
        value,
        text: value === 'active' ? t.active : t.deactivated,
      })),
    },
    {
      kind: 'one',
      name: 'noLoginFor',
      title: t.lastLogin,
      options: quietTimes.map((value) => ({ value, text: t[`noLogin_${value}`] })),
    },
  ]
}

function useColumns(companyLink: Props['companyLink']): Column<Company>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return [
    { title: t.name, width: 8, cell: ({ id, name }) => companyLink(id, <bdi>{name}</bdi>) },
    { title: t.state, width: 4, cell: ({ active }) => <ActiveState active={active} t={t} /> },
    { title: t.people, width: 3, cell: ({ people }) => people },
    {
      title: t.lastLogin,
      width: 5,
      cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
    },
    {
      title: t.platforms,
      width: 4,
      cell: ({ subsystems }) => subsystems?.length ?? t.everyPlatform,
    },
    {
      title: t.ranges,
      width: 5,
      cell: ({ ipAllowRules }) =>
        ipAllowRules.length === 0
          ? t.everyAddress
          : counted(t.rangeCount, ipAllowRules.length, locale),
    },
  ]
}
