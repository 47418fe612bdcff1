import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { Near } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import { GuideLink } from '#web/ui/guide-link.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { formMessages, messages } from './texts/messages.ts'
import { listServiceAccounts, type ListedServiceAccount } from './list-contract.ts'

/** Default filter; revoked accounts are shown on request. */
const inUse = 'active,expired'

/** Name of the page in the developer documentation. */
const guide = 'service-accounts'
const ServiceAccountsHeader = headerOf(messages, true, guide)

export function ServiceAccountsPage() {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const view = usePageSearch(adminLinks.serviceAccounts)
  const { state = inUse } = view.search
  const noneOf: Readonly<Record<string, { none: string; noneHint?: string }>> = {
    [inUse]: { none: words.noneInUse, noneHint: t.noneHint },
    revoked: { none: words.noneRevoked },
    all: { none: t.none, noneHint: t.noneHint },
  }
  const list = useList(listServiceAccounts, { state: state === 'all' ? undefined : state })
  return (
    <ListPage
      header={<ServiceAccountsHeader />}
      phoneTools={<GuideLink page={guide} />}
      action={
        <ButtonTo to={adminLinks.newServiceAccount()} kind="primary">
          {t.add}
        </ButtonTo>
      }
      view={view}
      views={{
        list: 'service-accounts',
        names: ['state'],
        builtIn: [
          { id: 'current', name: words.view_current, query: {} },
          { id: 'revoked', name: words.view_revoked, query: { state: 'revoked' } },
          { id: 'all', name: words.view_all, query: { state: 'all' } },
        ],
      }}
      rowName={({ name }) => name}
      t={{ caption: t.title, ...noneOf[state] }}
      columns={useColumns()}
      list={list}
    />
  )
}

function useColumns(): Column<ListedServiceAccount>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      width: 6,
      cell: ({ id, name }) => (
        <RecordName to={adminLinks.serviceAccount({ id })}>{name}</RecordName>
      ),
    },
    {
      title: t.state,
      width: 3,
      onPhone: 'state',
      cell: (account) => <ServiceAccountState account={account} />,
    },
    {
      title: t.id,
      width: 6,
      onPhone: 'line',
      cell: ({ id }) => (
        <span dir="ltr">
          <CutText>{id}</CutText>
        </span>
      ),
      phoneText: ({ id }) => <bdi dir="ltr">{id}</bdi>,
    },
    {
      title: t.scopes,
      width: 7,
      onPhone: 'line',
      cell: ({ scopes }) => (
        <NameChips names={scopes.map((scope) => scope.replace('admin:', ''))} none="" />
      ),
      phoneText: ({ scopes }) => scopes.map((scope) => scope.replace('admin:', '')).join(', '),
    },
    {
      title: t.lastUsedAt,
      width: 4,
      onPhone: 'titled',
      cell: ({ lastUsedAt }) => <LastUse time={lastUsedAt} />,
    },
    {
      title: t.expiresAt,
      width: 4,
      onPhone: 'titled',
      cell: ({ expiresAt }) => <Near time={expiresAt} missing="" />,
    },
  ]
}

export function LastUse({ time }: { time: ListedServiceAccount['lastUsedAt'] }) {
  const t = useMessages(messages)
  return time === null ? <span className="soft">{t.never}</span> : <Near time={time} missing="" />
}

const kinds = { active: 'good', soon: 'low', expired: 'bad', revoked: 'off' } as const
const soonMs = 30 * 24 * 60 * 60 * 1000

type StateProps = { account: Pick<ListedServiceAccount, 'state' | 'expiresAt'> }

/** Shows the state of a service account, and a warning from the day of the first expiry email. */
export function ServiceAccountState({ account: { state, expiresAt } }: StateProps) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const [soon] = useState(() => Date.now() + soonMs)
  const endsSoon = state === 'active' && Date.parse(expiresAt) < soon
  return (
    <span className="tag" data-kind={kinds[endsSoon ? 'soon' : state]}>
      {endsSoon ? words.endsSoon : t[`state_${state}`]}
    </span>
  )
}
