import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { rich } from '#web/ui/rich.ts'
import type { Details } from './contract.ts'
import { userPageMessages } from './texts/messages.ts'
import styles from './user-page.module.css'

type Props = { user: Details }

/** A card with questions that verify the user's identity before a reset; beside the page if there is room. */
export function IdentityCard({ user }: Props) {
  const t = useMessages(userPageMessages)
  return (
    <section className={`card ${styles.check}`} aria-labelledby="identity-check">
      <h2 id="identity-check">{t.checkTitle}</h2>
      <Questions user={user} />
    </section>
  )
}

/** A collapsed section with the questions that verify the user's identity, for dialogs that reset credentials. */
export function IdentityFold({ user }: Props) {
  const t = useMessages(userPageMessages)
  return (
    <details className={styles.fold}>
      <summary>{t.checkTitle}</summary>
      <div className="stack-2 hint">
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
      <ol className="marked">
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
