import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActiveState } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { headerOf } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { Column } from '#web/ui/table.tsx'
import { listPartners, type Company } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = {
  q: string
  onSearch: (q: string) => void
  companyLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export const CompaniesHeader = headerOf(messages)

export function CompaniesPage({ q, onSearch, companyLink, addLink }: Props) {
  const t = useMessages(messages)
  const list = useList(listPartners, { q })
  return (
    <ListPage
      header={<CompaniesHeader />}
      tools={
        <div className={styles.tools}>
          <SearchField label={t.search} value={q} refused={list.refused['q']} onSearch={onSearch} />
          {addLink(t.add)}
        </div>
      }
      t={t}
      columns={useColumns(companyLink)}
      list={list}
    />
  )
}

function useColumns(companyLink: Props['companyLink']): Column<Company>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return [
    { title: t.name, cell: ({ id, name }) => companyLink(id, <bdi>{name}</bdi>) },
    { title: t.state, cell: ({ active }) => <ActiveState active={active} t={t} /> },
    { title: t.people, cell: ({ people }) => people },
    { title: t.platforms, cell: ({ subsystems }) => subsystems?.length ?? t.everyPlatform },
    {
      title: t.ranges,
      cell: ({ ipAllowRules }) =>
        ipAllowRules.length === 0
          ? t.everyAddress
          : counted(t.rangeCount, ipAllowRules.length, locale),
    },
  ]
}
