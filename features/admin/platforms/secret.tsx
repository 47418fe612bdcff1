import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type NewSecretProps = {
  name: string
  clientSecret: string
  isWaiting: boolean
  onStored: () => void
}

/** A new client secret, until the admin says that it is stored: the server cannot show it again. */
export function NewSecret({ name, clientSecret, isWaiting, onStored }: NewSecretProps) {
  const t = useMessages(messages)
  return (
    <Notice title={fill(t.newSecretTitle, { name })}>
      <p>
        {t.newSecretText} {isWaiting && t.secretWaits}
      </p>
      <p>
        <code className={styles.secret} dir="ltr">
          {clientSecret}
        </code>
      </p>
      <div className={`button-row ${styles.newSecret}`}>
        <CopyButton text={clientSecret}>{t.copySecret}</CopyButton>
        <Button onClick={onStored}>{t.stored}</Button>
      </div>
    </Notice>
  )
}

type Props = {
  platform: PlatformDetails
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

const graceHours = ['0', '1', '24'] as const

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
          <SelectField
            form={form}
            name="graceHours"
            options={graceHours.map((value) => ({ value, text: t[`grace_${value}`] }))}
          />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </>
      }
    >
      <p>{t.replaceText}</p>
    </FormDialog>
  )
}
