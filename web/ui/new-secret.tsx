import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Moment } from './facts.tsx'
import type { FormState } from './form-state.ts'
import { newSecretMessages } from './new-secret-messages.ts'
import styles from './new-secret.module.css'
import { Notice } from './notice.tsx'
import { SelectField } from './record-fields.tsx'

type Props = {
  title: string
  secret: string
  /** What else is to be known before it is used. */
  note?: string
  onStored: () => void
}

/** A new secret, until the admin says that it is stored: the server cannot show it again. */
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

/** How long the old secret works beside a new one. */
export function GraceField({ form }: { form: FormState<'graceHours'> }) {
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

/** Nothing once the old secret works no more. */
export function OldSecret({ until }: { until: string | null }) {
  const t = useMessages(newSecretMessages)
  if (until === null) return null
  return (
    <p>
      {t.oldUntil} <Moment time={until} />
    </p>
  )
}
