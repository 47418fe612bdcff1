import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActiveState } from '#web/ui/facts.tsx'
import { ListPage, useList } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { listPlatforms, type Platform } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  platformLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

export const PlatformsHeader = headerOf(messages)

export function PlatformsPage({ platformLink, addLink }: Props) {
  const t = useMessages(messages)
  const list = useList(listPlatforms)
  return (
    <ListPage
      header={<PlatformsHeader />}
      tools={<div>{addLink(t.add)}</div>}
      t={t}
      columns={useColumns(platformLink)}
      list={list}
    />
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
        notices.waiting === 0 ? t.allDelivered : counted(t.waiting, notices.waiting, locale),
    },
  ]
}
