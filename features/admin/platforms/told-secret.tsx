import { fill } from '#contract/locale.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = { name: string; clientSecret: string; onStored: () => void }

export function ToldSecret({ name, clientSecret, onStored }: Props) {
  const say = useWords(words)
  return (
    <Notice title={fill(say.toldTitle, { name })}>
      <p>{say.toldText}</p>
      <p>
        <code className={styles.secret} dir="ltr">
          {clientSecret}
        </code>
      </p>
      <div className={`button-row ${styles.told}`}>
        <CopyButton text={clientSecret}>{say.copySecret}</CopyButton>
        <button type="button" className="secondary-button" onClick={onStored}>
          {say.stored}
        </button>
      </div>
    </Notice>
  )
}
