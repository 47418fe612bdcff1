import * as adminLinks from '#contract/admin-links.ts'
import { useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { statusTag } from '#web/ui/status-tag.tsx'
import { useList } from '#web/ui/use-list.ts'
import { sampleDelivery } from './examples-contract.ts'
import { listWebhooks, type Webhook } from './contract.ts'
import { messages } from './texts/messages.ts'

export function WebhooksPage() {
  return (
    <ListPage
      list={useList(listWebhooks)}
      texts={messages}
      guide="webhooks"
      add={adminLinks.newWebhook()}
      example={sampleDelivery()}
      columns={columns}
    />
  )
}

const columns: ListColumns<Webhook, typeof messages> = [
  { id: 'name', kind: 'link', width: 7, to: ({ id }) => adminLinks.webhook({ id }) },
  {
    id: 'state',
    width: 5,
    onPhone: 'state',
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  { id: 'url', kind: 'code', width: 8 },
  {
    id: 'lastDelivered',
    kind: 'time',
    width: 6,
    value: ({ lastDeliveredAt }) => lastDeliveredAt,
    none: 'neverDelivered',
  },
  { id: 'about', width: 5, onPhone: 'fact', cell: (webhook) => <About webhook={webhook} /> },
  {
    id: 'types',
    width: 4,
    onPhone: 'fact',
    cell: ({ types }, t) => t.eventCount({ count: types.length }),
  },
]

/** Shows which users the events are about. */
export function About({ webhook: { platformName } }: { webhook: Webhook }) {
  const t = useMessages(messages)
  if (platformName === null) return t.allUsers
  return <bdi>{t.usersOf({ platform: platformName })}</bdi>
}

const StateTag = statusTag(messages, 'state', {
  on: 'good',
  off: 'off',
  failing: 'bad',
  ended: 'bad',
})

/** Shows if the webhook is on, off, failing, or was switched off automatically. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { active, endedReason, failingSince } = webhook
  if (active) return <StateTag status={failingSince === null ? 'on' : 'failing'} />
  return <StateTag status={endedReason === null ? 'off' : 'ended'} />
}
