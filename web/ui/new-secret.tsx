import { useState } from 'react'
import type { TextWith } from '#contract/text.ts'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { FormDialog } from './confirm.tsx'
import { CopyButton } from './copy-button.tsx'
import { Moment } from './facts.tsx'
import { useForm } from './form.tsx'
import type { FormOptions, FormState } from './form-state.ts'
import { newSecretMessages } from './texts/messages.ts'
import styles from './new-secret.module.css'
import { Notice } from './notice.tsx'
import { Panel } from './panel.tsx'
import { ConflictNotice, useConflict } from './record-form.tsx'
import { SelectField } from './record-fields.tsx'

type Props = {
  title: string
  secret: string
  /** Additional instructions for using the secret. */
  note?: string
  onStored: () => void
}

/** Shows a new secret until the admin confirms having stored it: the server cannot show it again. */
export function NewSecret({ title, secret, note = '', onStored }: Props) {
  const t = useMessages(newSecretMessages)
  return (
    <Notice title={title}>
      <p>
        {t.shownOnce} {note}
      </p>
      <p>
        <code className={styles.secret} dir="ltr">
          {secret}
        </code>
      </p>
      <div className={`button-row ${styles.buttons}`}>
        <CopyButton text={secret}>{t.copySecret}</CopyButton>
        <Button onClick={onStored}>{t.stored}</Button>
      </div>
    </Notice>
  )
}

const graceHours = ['0', '1', '24'] as const

/** A select for the hours that the old secret remains valid. */
function GraceField({ form }: { form: FormState<'graceHours'> }) {
  const t = useMessages(newSecretMessages)
  return (
    <SelectField
      form={form}
      name="graceHours"
      label={t.graceHours}
      options={graceHours.map((value) => ({ value, text: t[`grace_${value}`] }))}
    />
  )
}

/** Shows when the old secret expires; nothing if there is no old secret. */
function OldSecret({ until }: { until: string | null }) {
  const t = useMessages(newSecretMessages)
  if (until === null) return null
  return (
    <p>
      {t.oldUntil} <Moment time={until} />
    </p>
  )
}

type Words = Parameters<typeof ConflictNotice>[0]['t'] & {
  secretTitle: string
  secretIntro: string
  replace: string
  replaceTitle: TextWith<{ name: string }>
  replaceText: string
}

type ReplaceProps<E extends Endpoint> = {
  record: { id: string; name: string; etag: string; oldSecretUntil: string | null }
  endpoint: E
  /** Path parameters; by default the id of the record. */
  params?: Readonly<Record<string, string>>
  /** Default for the hours that the old secret remains valid. */
  grace: (typeof graceHours)[number]
  t: Words & Readonly<Record<string, unknown>>
  onReload: () => void
  onDone: (reply: Reply<E>) => void
  /** Handles an action that waits for the approval of a second admin. */
  onAsked?: FormOptions<E, 'graceHours'>['onAsked']
}

/** A panel for replacing the secret of a record. It never shows the current secret. */
export function SecretPanel<E extends Endpoint>(props: ReplaceProps<E>) {
  const { t, record } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t.secretTitle} intro={t.secretIntro}>
      <OldSecret until={record.oldSecretUntil} />
      <div className="button-row">
        <Button onClick={() => setAsking(true)}>{t.replace}</Button>
      </div>
      {isAsking && <ReplaceDialog {...props} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function ReplaceDialog<E extends Endpoint>(props: ReplaceProps<E> & { onClose: () => void }) {
  const { record, endpoint, params, grace, t, onReload, onDone, onAsked, onClose } = props
  const { id, name, etag } = record
  const { conflict, onRefused } = useConflict()
  const form = useForm(endpoint, t, {
    empty: { graceHours: grace },
    params: (params ?? { id }) as CallInput<E>['params'],
    headers: { 'if-match': etag } as CallInput<E>['headers'],
    toBody: (typed) => ({ graceHours: Number(typed.graceHours) }),
    onRefused,
    ...(onAsked && { onAsked }),
    onDone: (reply) => {
      onClose()
      onDone(reply)
    },
  })
  return (
    <FormDialog
      title={t.replaceTitle({ name })}
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
