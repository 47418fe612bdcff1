import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { ActiveState } from '#web/ui/active-state.tsx'
import { call } from '#web/api.ts'
import { useList } from '#web/ui/list.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { listPartners, type Company } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = {
  q: string
  onSearch: (q: string) => void
  companyLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export function CompaniesHeader() {
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
}

export function CompaniesPage({ q, onSearch, companyLink, addLink }: Props) {
  const say = useWords(words)
  const query = { ...(q !== '' && { q }) }
  const list = useList<Company>(['companies', query], (cursor, extra) =>
    call(listPartners, { query: { ...query, ...(cursor !== undefined && { cursor }) } }, extra),
  )
  return (
    <Page>
      <CompaniesHeader />
      <div className={styles.tools}>
        <SearchField label={say.search} value={q} onSearch={onSearch} />
        {addLink(say.add)}
      </div>
      <ListTable
        caption={say.caption}
        columns={useColumns(companyLink)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{say.none}</strong>
            <p>{say.noneHint}</p>
          </>
        }
      />
    </Page>
  )
}

function useColumns(companyLink: Props['companyLink']): Column<Company>[] {
  const say = useWords(words)
  const { locale } = useLocale()
  return [
    { title: say.name, cell: ({ id, name }) => companyLink(id, <bdi>{name}</bdi>) },
    { title: say.state, cell: ({ active }) => <ActiveState active={active} say={say} /> },
    { title: say.people, cell: ({ people }) => people },
    { title: say.platforms, cell: ({ subsystems }) => subsystems.length },
    {
      title: say.ranges,
      cell: ({ ipAllowRules }) =>
        ipAllowRules.length === 0
          ? say.everyAddress
          : counted(say.rangeCount, ipAllowRules.length, locale),
    },
  ]
}
