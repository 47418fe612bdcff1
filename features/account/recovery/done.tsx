import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type DoneProps = {
  codes: readonly string[]
  email: string
  onSaved: () => void
  isPasskey: boolean
  /** True if the password was set, too. */
  isPasswordSet?: boolean
}

/** Lists the changes and shows the new recovery codes once. */
export function Done({ isPasskey, isPasswordSet = false, ...props }: DoneProps) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{t.doneTitle}</PageTitle>
      <Notice kind="success">
        <ul className={styles.changes}>
          {isPasswordSet && <li>{t.donePassword}</li>}
          <li>{isPasskey ? t.donePasskey : t.doneAuthenticator}</li>
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
