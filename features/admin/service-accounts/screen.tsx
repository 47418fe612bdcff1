import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { formMessages, messages } from './texts/messages.ts'
import { listServiceAccounts, type ListedServiceAccount } from './list-contract.ts'

const texts = joinTexts(formMessages, messages)

/** Default filter; revoked accounts are shown on request. */
const inUse = 'active,expired'

export function ServiceAccountsPage() {
  const t = useMessages(texts)
  const list = usePageList(adminLinks.serviceAccounts, listServiceAccounts, ({ state }) => ({
    state: state === 'all' ? undefined : (state ?? inUse),
  }))
  const emptyTexts: Readonly<Record<string, { none: string; noneHint: string }>> = {
    [inUse]: { none: t.noneInUse, noneHint: t.noneHint },
    revoked: { none: t.noneRevoked, noneHint: '' },
  }
  return (
    <ListPage
      {...list}
      texts={texts}
      t={emptyTexts[list.query['state'] ?? 'all']}
      guide="service-accounts"
      add={adminLinks.newServiceAccount()}
      example={sampleRequest()}
      views={{
        view_current: {},
        view_revoked: { state: 'revoked' },
        view_all: { state: 'all' },
      }}
      columns={columns}
    />
  )
}

/** Returns a request of a service account with its access token. */
function sampleRequest(): string {
  return `curl -H "authorization: Bearer $ACCESS_TOKEN" \\
  ${new URL(settings().adminApi, settings().publicUrl).href}/admin/users?limit=1`
}

const namesOf = (scopes: readonly string[]) => scopes.map((scope) => scope.replace('admin:', ''))

const columns: ListColumns<ListedServiceAccount, typeof texts> = [
  { id: 'name', kind: 'link', width: 6, to: ({ id }) => adminLinks.serviceAccount({ id }) },
  {
    id: 'state',
    width: 3,
    onPhone: 'state',
    cell: (account) => <ServiceAccountState account={account} />,
  },
  {
    id: 'id',
    kind: 'code',
    width: 6,
    onPhone: 'line',
    phoneText: ({ id }) => <bdi dir="ltr">{id}</bdi>,
  },
  { id: 'scopes', kind: 'names', width: 7, value: ({ scopes }) => namesOf(scopes) },
  { id: 'lastUsedAt', kind: 'time', width: 5, none: 'never' },
  { id: 'expiresAt', kind: 'time', width: 5 },
]

const tagKinds = { active: 'good', soon: 'low', expired: 'bad', revoked: 'off' } as const
const soonMs = 30 * 24 * 60 * 60 * 1000

type StateProps = { account: Pick<ListedServiceAccount, 'state' | 'expiresAt'> }

/** Shows the state of a service account. From the day of the first expiry email, a warning replaces “active”. */
export function ServiceAccountState({ account: { state, expiresAt } }: StateProps) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const [soonLimit] = useState(() => Date.now() + soonMs)
  const endsSoon = state === 'active' && Date.parse(expiresAt) < soonLimit
  return (
    <span className="tag" data-kind={tagKinds[endsSoon ? 'soon' : state]}>
      {endsSoon ? words.endsSoon : t[`state_${state}`]}
    </span>
  )
}
