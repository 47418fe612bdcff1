import { Suspense, useState, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'
import { lazyPart } from '../lazy.tsx'
import { useMessages } from '../locale.ts'
import { keepSecret, useNewSecret } from '../new-secrets.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Moment } from '../ui/facts.tsx'
import type { ReplaceDialog as ReplaceDialogOf, ReplaceProps } from './replace-secret-dialog.tsx'
import { newSecretMessages } from './texts/messages.ts'
import styles from './new-secret.module.css'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { rich } from '../ui/rich.ts'
import { RecordColumn } from '../ui/record-page.tsx'

type Props = {
  /** ID of the record. */
  id: string
  title: string
  /** Instructions for a secret that waits for the approval of a second admin. */
  waiting?: string
  /** Called when the admin has stored the secret. */
  onStored?: () => void
}

/** Shows a new secret, if there is one, until the admin has stored it: the server cannot show it again. */
export function FreshSecret({ id, title, waiting, onStored }: Props) {
  const t = useMessages(newSecretMessages)
  const [newSecret, forgetSecret] = useNewSecret(id)
  if (!newSecret) return null
  const { secret, isWaiting } = newSecret
  return (
    <RecordColumn>
      <Notice title={title}>
        <p>
          {t.shownOnce} {isWaiting && waiting}
        </p>
        <p>
          <code className={styles.secret} dir="ltr">
            {secret}
          </code>
        </p>
        <div className={`button-row ${styles.buttons}`}>
          <CopyButton text={secret}>{t.copySecret}</CopyButton>
          <Button
            onClick={() => {
              forgetSecret()
              onStored?.()
            }}
          >
            {t.stored}
          </Button>
        </div>
      </Notice>
    </RecordColumn>
  )
}

type NewRecord = { id: string; name: string }

type NewRecordProps = {
  /** Title of the secret. */
  title: TextWith<{ name: string }>
  waiting: string
  onStored: () => void
  /** Returns the form, which calls `onSecret` with the secret of a record that waits for a second admin's approval. */
  children: (onSecret: (record: NewRecord & { secret: string }) => void) => ReactNode
}

/** The form of a new record; then its secret, while the record waits for the approval of a second admin. */
export function NewRecordWithSecret({ title, waiting, onStored, children }: NewRecordProps) {
  const [record, setRecord] = useState<NewRecord>()
  if (record)
    return (
      <FreshSecret
        id={record.id}
        title={title({ name: record.name })}
        waiting={waiting}
        onStored={onStored}
      />
    )
  return children(({ secret, ...newRecord }) => {
    keepSecret(newRecord.id, secret, { isWaiting: true })
    setRecord(newRecord)
  })
}

/** Shows when the old secret expires; nothing if there is no old secret. */
function OldSecret({ until }: { until: string | null }) {
  const t = useMessages(newSecretMessages)
  if (until === null) return null
  return <p>{rich(t.oldUntil, { time: <Moment time={until} /> })}</p>
}

const ReplaceDialog = lazyPart(
  async () => (await import('./replace-secret-dialog.tsx')).ReplaceDialog as never,
) as unknown as typeof ReplaceDialogOf

/** A panel for replacing the secret of a record. It never shows the current secret. */
export function SecretPanel<Answer>(props: ReplaceProps<Answer>) {
  const { t, record } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t.secretTitle} intro={t.secretIntro}>
      <OldSecret until={record.oldSecretUntil} />
      <div className="button-row">
        <Button onClick={() => setAsking(true)}>{t.replace}</Button>
      </div>
      <Suspense>
        {isAsking && <ReplaceDialog {...props} onClose={() => setAsking(false)} />}
      </Suspense>
    </Panel>
  )
}
