import * as adminLinks from '#contract/admin-links.ts'
import { settings } from '#web/settings.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { statusTag } from '#web/ui/status-tag.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listApis, type ListedApi } from './list-contract.ts'
import { messages } from './texts/messages.ts'

export function ApisPage() {
  return (
    <ListPage
      list={useList(listApis)}
      texts={messages}
      guide="apis"
      add={adminLinks.newApi()}
      example={sampleRequest()}
      columns={columns}
    />
  )
}

/** Returns the request by which an API looks up an access token. */
function sampleRequest(): string {
  return `curl -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$ACCESS_TOKEN" \\
  ${settings().publicUrl}/oidc/token/introspection`
}

export const ApiState = statusTag(messages, 'state', { on: 'good', off: 'off' })

const columns: ListColumns<ListedApi, typeof messages> = [
  { id: 'name', kind: 'link', width: 5, to: ({ clientId }) => adminLinks.api({ id: clientId }) },
  {
    id: 'state',
    width: 3,
    onPhone: 'state',
    cell: ({ active }) => <ApiState status={active ? 'on' : 'off'} />,
  },
  { id: 'id', kind: 'code', width: 7, onPhone: 'fact' },
  { id: 'format', width: 3, onPhone: 'fact', cell: ({ format }, t) => t[`short_${format}`] },
  { id: 'scopes', kind: 'code', width: 6, value: ({ scopes }) => scopes.join(' ') },
]
