import type { MailFault } from '#contract/mail-fault.ts'
import { useMessages } from '#web/locale.ts'
import { mailFaultMessages } from './mail-fault-messages.ts'
import styles from './mail-fault.module.css'

type Props = { fault: MailFault | null; lastError: string | null }

/** Why an email was not taken, and folded below it what the mail server said. */
export function MailFaultText({ fault, lastError }: Props) {
  const t = useMessages(mailFaultMessages)
  if (fault === null || lastError === null) return null
  return (
    <>
      <span className={styles.fault}>{t[fault]}</span>
      <details className={styles.said}>
        <summary>{t.said}</summary>
        <code dir="auto">{lastError}</code>
      </details>
    </>
  )
}
