import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { codes: readonly string[]; email: string; onSaved: () => void }

/** What has changed, and the new recovery codes, which are shown once. */
export function Done(props: Props) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{t.doneTitle}</PageTitle>
      <Notice kind="success">
        <ul className={styles.changes}>
          <li>{t.doneAuthenticator}</li>
          <li>{t.doneSessions}</li>
          <li>{t.doneCodes}</li>
          <li>{t.doneMail}</li>
        </ul>
      </Notice>
      <h2>{t.codesTitle}</h2>
      <RecoveryCodes {...props} />
    </>
  )
}
