import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { ActiveState } from '#web/ui/active-state.tsx'
import { call } from '#web/api.ts'
import { useList } from '#web/ui/list.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { listPlatforms, type Platform } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  platformLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export function PlatformsHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

export function PlatformsPage({ platformLink, addLink }: Props) {
  const t = useMessages(messages)
  const list = useList<Platform>(['registered-platforms'], (cursor, extra) =>
    call(listPlatforms, { query: { ...(cursor !== undefined && { cursor }) } }, extra),
  )
  return (
    <Page>
      <PlatformsHeader />
      <div>{addLink(t.add)}</div>
      <ListTable
        caption={t.caption}
        columns={useColumns(platformLink)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{t.none}</strong>
            <p>{t.noneHint}</p>
          </>
        }
      />
    </Page>
  )
}

function useColumns(platformLink: Props['platformLink']): Column<Platform>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return [
    { title: t.name, cell: ({ id, name }) => platformLink(id, <bdi>{name}</bdi>) },
    { title: t.state, cell: ({ active }) => <ActiveState active={active} t={t} /> },
    { title: t.id, cell: ({ id }) => <bdi dir="ltr">{id}</bdi> },
    { title: t.address, cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    {
      title: t.notices,
      cell: ({ notices }) =>
        notices.waiting === 0 ? t.allTold : counted(t.waiting, notices.waiting, locale),
    },
  ]
}
