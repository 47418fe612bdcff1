import { fill } from '#contract/locale.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { name: string; clientSecret: string; onStored: () => void }

export function ToldSecret({ name, clientSecret, onStored }: Props) {
  const t = useMessages(messages)
  return (
    <Notice title={fill(t.toldTitle, { name })}>
      <p>{t.toldText}</p>
      <p>
        <code className={styles.secret} dir="ltr">
          {clientSecret}
        </code>
      </p>
      <div className={`button-row ${styles.told}`}>
        <CopyButton text={clientSecret}>{t.copySecret}</CopyButton>
        <button type="button" className="secondary-button" onClick={onStored}>
          {t.stored}
        </button>
      </div>
    </Notice>
  )
}
