import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction, FormDialog } from '#web/ui/confirm.tsx'
import { useForm } from '#web/ui/form.tsx'
import { GraceField, OldSecret } from '#web/ui/new-secret.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { removeWebhook, replaceWebhookSecret, type Webhook } from './contract.ts'
import { messages } from './page-messages.ts'

type Props = {
  webhook: Webhook
  onReload: () => void
  onDone: (id: string, secret: string | undefined) => void
}

export function Secret(props: Props) {
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t.secretTitle} intro={t.secretIntro}>
      <OldSecret until={props.webhook.oldSecretUntil} />
      <div className="button-row">
        <Button onClick={() => setAsking(true)}>{t.replace}</Button>
      </div>
      {isAsking && <ReplaceDialog {...props} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function ReplaceDialog({ webhook, onReload, onDone, onClose }: Props & { onClose: () => void }) {
  const t = useMessages(messages)
  const { id, name, etag } = webhook
  const { conflict, onRefused } = useConflict()
  const form = useForm(replaceWebhookSecret, t, {
    empty: { graceHours: '24' },
    params: { id },
    headers: { 'if-match': etag },
    toBody: (typed) => ({ graceHours: Number(typed.graceHours) }),
    onRefused,
    onDone: ({ secret }) => {
      onClose()
      onDone(id, secret)
    },
  })
  return (
    <FormDialog
      title={fill(t.replaceTitle, { name })}
      action={t.replace}
      onClose={onClose}
      form={form}
      fields={
        <>
          <GraceField form={form} />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </>
      }
    >
      <p>{t.replaceText}</p>
    </FormDialog>
  )
}

export function Removal({ webhook, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  const { id, name } = webhook
  return (
    <div className="button-row">
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={fill(t.removeTitle, { name })}
          action={t.remove}
          isDangerous
          failed={t.removeFailed}
          run={() => call(removeWebhook, { params: { id }, body: {} })}
          onClose={() => setAsking(false)}
          onDone={() => {
            showSuccess(fill(t.removed, { name }))
            onRemoved()
          }}
        >
          <p>{t.removeText}</p>
        </ConfirmAction>
      )}
    </div>
  )
}
