import * as adminLinks from '#contract/admin-links.ts'
import { useMessages } from '#web/locale.ts'
import { useOpen } from '#web/page-search.ts'
import { action, ActionButton } from '#web/ui/action.tsx'
import { targetOf, versionInput } from '#web/ui/form.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { SecretPanel } from '#web/parts/new-secret.tsx'
import { removeWebhook, replaceWebhookSecret, type Webhook } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = { webhook: Webhook; controls: RecordControls }

export function Secret({ webhook, controls: { onReload, onDone } }: Props) {
  const t = useMessages(messages)
  return (
    <SecretPanel
      record={webhook}
      target={targetOf(replaceWebhookSecret, versionInput(webhook))}
      onDone={({ id, secret }) => onDone(id, secret)}
      {...{ t, onReload }}
    />
  )
}

export function Removal({ webhook: { id, name } }: { webhook: Webhook }) {
  const t = useMessages(messages)
  const open = useOpen()
  const remove = action({
    endpoint: removeWebhook,
    params: { id },
    text: t.remove,
    danger: 'usual',
    failed: t.removeFailed,
    title: t.removeTitle({ name }),
    effect: t.removeText,
    done: t.removed({ name }),
    onDone: () => open(adminLinks.webhooks()),
  })
  return (
    <div className="button-row">
      <ActionButton action={remove} variant="danger" />
    </div>
  )
}
