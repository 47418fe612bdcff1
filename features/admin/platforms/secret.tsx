import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { useForm } from '#web/ui/form.tsx'
import { GraceField, OldSecret } from '#web/ui/new-secret.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  platform: PlatformDetails
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

export function Secret(props: Props) {
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t.secretTitle} intro={t.secretIntro}>
      <OldSecret until={props.platform.oldSecretUntil} />
      <div className="button-row">
        <Button onClick={() => setAsking(true)}>{t.replace}</Button>
      </div>
      {isAsking && <ReplaceDialog {...props} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

type DialogProps = Props & { onClose: () => void }

function ReplaceDialog({ platform, onReload, onDone, onAsked, onClose }: DialogProps) {
  const t = useMessages(messages)
  const { id, name, etag } = platform
  const { conflict, onRefused } = useConflict()
  const form = useForm(replaceSecret, t, {
    empty: { graceHours: '0' },
    params: { id },
    headers: { 'if-match': etag },
    toBody: (typed) => ({ graceHours: Number(typed.graceHours) }),
    onRefused,
    onAsked,
    onDone: ({ clientSecret }) => {
      onClose()
      onDone(id, clientSecret)
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
