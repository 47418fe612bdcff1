import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { FilledText } from '#web/ui/filled-text.tsx'
import type { Details } from './contract.ts'
import { userPageMessages } from './user-page-messages.ts'
import styles from './user-page.module.css'

/** What support asks before it resets anything. */
export function IdentityCheck({ user }: { user: Details }) {
  const t = useMessages(userPageMessages)
  const phone = <bdi dir="ltr">{user.phone}</bdi>
  return (
    <section className={`card ${styles.check}`} aria-labelledby="identity-check">
      <h2 id="identity-check">{t.checkTitle}</h2>
      <p>{fill(t.checkIntro, { name: nameOf(user) })}</p>
      <ol>
        <li>
          {user.phone === '' ? (
            t.checkNoPhone
          ) : (
            <FilledText text={t.checkPhone} values={{ phone }} />
          )}
        </li>
        <li>{t.checkCompany}</li>
        <li>{t.checkLogin}</li>
        <li>{t.checkMailbox}</li>
      </ol>
      <p>{t.checkDoubt}</p>
      <p className="soft">{t.checkReason}</p>
    </section>
  )
}
