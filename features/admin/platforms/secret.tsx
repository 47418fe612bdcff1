import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { ConflictNotice, useConflict } from '#web/ui/conflict.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useStepUp } from '#web/ui/step-up.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  platform: PlatformDetails
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
}

const graces = ['0', '1', '24'] as const

export function Secret(props: Props) {
  const t = useMessages(messages)
  const { oldSecretUntil } = props.platform
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t.secretTitle} intro={t.secretIntro}>
      {oldSecretUntil !== null && (
        <p>
          {t.oldUntil} <Moment time={oldSecretUntil} />
        </p>
      )}
      <div className="button-row">
        <button type="button" className="secondary-button" onClick={() => setAsking(true)}>
          {t.replace}
        </button>
      </div>
      {isAsking && <AskReplace {...props} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function AskReplace({ platform, onReload, onDone, onClose }: Props & { onClose: () => void }) {
  const t = useMessages(messages)
  const { id, name, etag } = platform
  const { requireStepUp, dialog } = useStepUp()
  const { conflict, onRefused } = useConflict()
  const form = useForm(replaceSecret, t, {
    empty: { graceHours: '0' },
    params: { id },
    headers: { 'if-match': etag },
    toBody: ({ graceHours }) => ({ graceHours: Number(graceHours) }),
    around: requireStepUp,
    onRefused,
    onDone: ({ clientSecret }) => {
      onClose()
      onDone(id, clientSecret)
    },
  })
  return (
    <>
      <Dialog
        title={fill(t.replaceTitle, { name })}
        isOpen
        onClose={onClose}
        form={
          <Form form={form}>
            <SelectField
              form={form}
              name="graceHours"
              label={t.grace}
              options={graces.map((value) => ({ value, text: t[`grace_${value}`] }))}
            />
            {conflict && <ConflictNotice {...conflict} onReload={onReload} t={t} />}
            <SubmitButton form={form}>{t.replace}</SubmitButton>
          </Form>
        }
        actions={
          <button type="button" className="quiet-button" onClick={onClose}>
            {t.cancel}
          </button>
        }
      >
        <p>{t.replaceText}</p>
      </Dialog>
      {dialog}
    </>
  )
}
