import { CopyButton } from '#web/ui/copy-button.tsx'
import { useMessages } from '#web/locale.ts'
import styles from './page.module.css'
import { messages } from './texts/messages.ts'

/** Shows wrapping code in a scrollable frame, with a copy button. */
export function CodeExample({ text, title }: { text: string; title: string }) {
  const t = useMessages(messages)
  return (
    <div className={styles.example}>
      <pre className={styles.code} dir="ltr" lang="en" role="group" aria-label={title} tabIndex={0}>
        {text}
      </pre>
      <div className="button-row">
        <CopyButton text={text} of={title}>
          {t.copy}
        </CopyButton>
      </div>
    </div>
  )
}
