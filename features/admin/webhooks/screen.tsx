import * as adminLinks from '#contract/admin-links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { Recent } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { GuideLink } from '#web/ui/guide-link.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listWebhooks, type Webhook } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Name of the page in the developer documentation. */
const guide = 'webhooks'
const WebhooksHeader = headerOf(messages, true, guide)

export function WebhooksPage() {
  const t = useMessages(messages)
  const list = useList(listWebhooks)
  return (
    <ListPage
      header={<WebhooksHeader />}
      phoneTools={<GuideLink page={guide} />}
      action={
        <ButtonTo to={adminLinks.newWebhook()} kind="primary">
          {t.add}
        </ButtonTo>
      }
      rowName={({ name }) => name}
      t={{ caption: t.title, none: t.none, noneHint: t.noneHint }}
      columns={useColumns()}
      list={list}
    />
  )
}

function useColumns(): Column<Webhook>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      width: 7,
      cell: ({ id, name }) => <RecordName to={adminLinks.webhook({ id })}>{name}</RecordName>,
    },
    {
      title: t.state,
      width: 4,
      onPhone: 'state',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      title: t.url,
      width: 8,
      cell: ({ url }) => (
        <span dir="ltr">
          <CutText>{url}</CutText>
        </span>
      ),
    },
    {
      title: t.lastDelivered,
      width: 5,
      onPhone: 'titled',
      cell: ({ lastDeliveredAt }) =>
        lastDeliveredAt === null ? (
          <span className="soft">{t.neverDelivered}</span>
        ) : (
          <Recent time={lastDeliveredAt} missing="" />
        ),
    },
    { title: t.about, width: 5, onPhone: 'fact', cell: (webhook) => <About webhook={webhook} /> },
    {
      title: t.types,
      width: 4,
      onPhone: 'fact',
      cell: ({ types }) => t.eventCount({ count: types.length }),
    },
  ]
}

/** Shows which users the events are about. */
export function About({ webhook: { platformName } }: { webhook: Webhook }) {
  const t = useMessages(messages)
  if (platformName === null) return t.allUsers
  return <bdi>{t.usersOf({ platform: platformName })}</bdi>
}

/** Shows if the webhook is on, off, failing, or was switched off automatically. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useMessages(messages)
  const { active, endedReason, failingSince } = webhook
  const isBad = active ? failingSince !== null : endedReason !== null
  const [good, bad] = active ? [t.state_on, t.state_failing] : [t.state_off, t.state_ended]
  return (
    <span className="tag" data-kind={isBad ? 'bad' : active ? 'good' : 'off'}>
      {isBad ? bad : good}
    </span>
  )
}
