import { useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = { codes: readonly string[]; email: string; onSaved: () => void }

/** What has changed, and the new recovery codes, which are shown once. */
export function Done(props: Props) {
  const say = useWords(words)
  return (
    <>
      <PageTitle>{say.doneTitle}</PageTitle>
      <Notice kind="success">
        <ul className={styles.changes}>
          <li>{say.doneAuthenticator}</li>
          <li>{say.doneSessions}</li>
          <li>{say.doneCodes}</li>
          <li>{say.doneMail}</li>
        </ul>
      </Notice>
      <h2>{say.codesTitle}</h2>
      <RecoveryCodes {...props} />
    </>
  )
}
