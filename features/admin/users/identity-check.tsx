import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { rich } from '#web/ui/rich.ts'
import type { Details } from './contract.ts'
import { userPageMessages } from './texts/messages.ts'
import styles from './user-page.module.css'

type Props = { user: Details }

/** What support asks before it resets anything: beside the page where there is room. */
export function IdentityCard({ user }: Props) {
  const t = useMessages(userPageMessages)
  return (
    <section className={`card ${styles.check}`} aria-labelledby="identity-check">
      <h2 id="identity-check">{t.checkTitle}</h2>
      <Questions user={user} />
    </section>
  )
}

/** The same in the dialogs that reset something, to unfold. */
export function IdentityFold({ user }: Props) {
  const t = useMessages(userPageMessages)
  return (
    <details className={styles.fold}>
      <summary>{t.checkTitle}</summary>
      <div>
        <Questions user={user} />
      </div>
    </details>
  )
}

function Questions({ user }: Props) {
  const t = useMessages(userPageMessages)
  const phone = <bdi dir="ltr">{user.phone}</bdi>
  return (
    <>
      <p>{t.checkIntro({ name: nameOf(user) })}</p>
      <ol>
        <li>{user.phone === '' ? t.checkNoPhone : rich(t.checkPhone, { phone })}</li>
        <li>{user.jobTitle === '' ? t.checkColleague : t.checkCompany}</li>
        <li>{t.checkLogin}</li>
        <li>{t.checkMailbox}</li>
      </ol>
      <p>{t.checkDoubt}</p>
      <p className="soft">{t.checkReason}</p>
    </>
  )
}
