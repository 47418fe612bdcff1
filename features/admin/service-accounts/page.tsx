import type { ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { Moment } from '#web/ui/facts.tsx'
import type { ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listServiceAccounts, type ListedServiceAccount } from './list-contract.ts'
import { messages } from './page-messages.ts'

type Props = {
  view: ListView
  accountLink: (id: string, text: ReactNode) => ReactNode
  addLink: (text: string) => ReactNode
}

const ServiceAccountsHeader = headerOf(messages, true)

export function ServiceAccountsPage({ view, accountLink, addLink }: Props) {
  const t = useMessages(messages)
  const list = useList(listServiceAccounts)
  return (
    <ListPage
      header={<ServiceAccountsHeader />}
      action={addLink(t.add)}
      view={view}
      rowName={({ name }) => name}
      t={{ caption: t.title, none: t.none, noneHint: t.noneHint }}
      columns={useColumns(accountLink)}
      list={list}
    />
  )
}

function useColumns(accountLink: Props['accountLink']): Column<ListedServiceAccount>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      width: 6,
      cell: ({ id, name }) => accountLink(id, <CutText>{name}</CutText>),
    },
    {
      title: t.state,
      width: 3,
      onPhone: 'state',
      cell: ({ state }) => <ServiceAccountState state={state} />,
    },
    {
      title: t.id,
      width: 6,
      cell: ({ id }) => (
        <span dir="ltr">
          <CutText>{id}</CutText>
        </span>
      ),
    },
    {
      title: t.lastUsedAt,
      width: 5,
      onPhone: 'fact',
      cell: ({ lastUsedAt }) => <LastUse time={lastUsedAt} />,
    },
    {
      title: t.expiresAt,
      width: 5,
      onPhone: 'fact',
      cell: ({ expiresAt }) => <Moment time={String(expiresAt)} />,
    },
  ]
}

export function LastUse({ time }: { time: ListedServiceAccount['lastUsedAt'] }) {
  const t = useMessages(messages)
  return time === null ? <span className="soft">{t.never}</span> : <Moment time={String(time)} />
}

const kinds = { active: 'good', expired: 'bad', revoked: 'off' } as const

export function ServiceAccountState({ state }: Pick<ListedServiceAccount, 'state'>) {
  const t = useMessages(messages)
  return (
    <span className="tag" data-kind={kinds[state]}>
      {t[`state_${state}`]}
    </span>
  )
}

/** What a scope allows, and its name. */
export function useScopeText(): (scope: string) => string {
  const t = useMessages(messages)
  const texts: Readonly<Record<string, unknown>> = t
  return (scope) => fill(t.scope, { what: String(texts[scope] ?? scope), scope })
}
