import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { ActiveState } from '#web/ui/active-state.tsx'
import { call } from '#web/api.ts'
import { useList } from '#web/ui/list.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { listPlatforms, type Platform } from './contract.ts'
import { words } from './messages.ts'

type Props = {
  platformLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export function PlatformsHeader() {
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
}

export function PlatformsPage({ platformLink, addLink }: Props) {
  const say = useWords(words)
  const list = useList<Platform>(['registered-platforms'], (cursor, extra) =>
    call(listPlatforms, { query: { ...(cursor !== undefined && { cursor }) } }, extra),
  )
  return (
    <Page>
      <PlatformsHeader />
      <div>{addLink(say.add)}</div>
      <ListTable
        caption={say.caption}
        columns={useColumns(platformLink)}
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

function useColumns(platformLink: Props['platformLink']): Column<Platform>[] {
  const say = useWords(words)
  const { locale } = useLocale()
  return [
    { title: say.name, cell: ({ id, name }) => platformLink(id, <bdi>{name}</bdi>) },
    { title: say.state, cell: ({ active }) => <ActiveState active={active} say={say} /> },
    { title: say.id, cell: ({ id }) => <bdi dir="ltr">{id}</bdi> },
    { title: say.address, cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    {
      title: say.notices,
      cell: ({ notices }) =>
        notices.waiting === 0 ? say.allTold : counted(say.waiting, notices.waiting, locale),
    },
  ]
}
