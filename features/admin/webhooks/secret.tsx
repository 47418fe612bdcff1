import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { useOpen } from '#web/page-search.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { SecretPanel } from '#web/ui/new-secret.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { removeWebhook, replaceWebhookSecret, type Webhook } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  webhook: Webhook
  onReload: () => void
  onDone: (id: string, secret?: string) => void
}

export function Secret({ webhook, onReload, onDone }: Props) {
  const t = useMessages(messages)
  return (
    <SecretPanel
      record={webhook}
      endpoint={replaceWebhookSecret}
      // Receivers need time to switch to the new secret.
      grace="24"
      onDone={({ id, secret }) => onDone(id, secret)}
      {...{ t, onReload }}
    />
  )
}

export function Removal({ webhook }: { webhook: Webhook }) {
  const t = useMessages(messages)
  const open = useOpen()
  const [isAsking, setAsking] = useState(false)
  const { id, name } = webhook
  return (
    <div className="button-row">
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={t.removeTitle({ name })}
          action={t.remove}
          isDangerous
          failed={t.removeFailed}
          run={() => call(removeWebhook, { params: { id }, body: {} })}
          onClose={() => setAsking(false)}
          onDone={() => {
            showSuccess(t.removed({ name }))
            open(adminLinks.webhooks())
          }}
        >
          <p>{t.removeText}</p>
        </ConfirmAction>
      )}
    </div>
  )
}
