import type { ReactNode } from 'react'
import type { MailFault } from '#contract/mail-fault.ts'
import { useMessages } from '#web/locale.ts'
import { mailFaultMessages } from './texts/messages.ts'
import styles from './mail-fault.module.css'

type Props = {
  fault: MailFault | null
  lastError: string | null
  /** Name of the email, shown on the same line. */
  mailName?: string
  /** Number of attempts, shown in the collapsed part. */
  tries?: ReactNode
}

/** Shows why an email was not accepted, and below it, collapsed, the response of the mail server. */
export function MailFaultText({ fault, lastError, mailName, tries }: Props) {
  const t = useMessages(mailFaultMessages)
  if (fault === null || lastError === null) return null
  return (
    <>
      {mailName === undefined ? (
        <span className={styles.fault}>{t[fault]}</span>
      ) : (
        <>
          {t[fault]} <span aria-hidden="true">·</span> <small className="soft">{mailName}</small>
        </>
      )}
      <details className={styles.response}>
        <summary>{t.said}</summary>
        {tries}
        <code dir="auto">{lastError}</code>
      </details>
    </>
  )
}
