import * as links from '#contract/links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import styles from './account-menu.module.css'
import { Icon } from './icons.tsx'
import { frameMessages as messages } from './texts/messages.ts'

/** The company of the account, and links to the pages about the account. */
export function AccountDetails() {
  const t = useMessages(messages)
  const { partner } = useMe()
  return (
    <>
      {partner && (
        <p className="hint">
          <bdi>{partner.name}</bdi>
        </p>
      )}
      <div className={styles.pages}>
        <LinkTo to={links.profile()} className={styles.row}>
          <Icon name="person" />
          {t.personalDetails}
        </LinkTo>
        <LinkTo to={links.security()} className={styles.row}>
          <Icon name="shield" />
          {t.security}
        </LinkTo>
      </div>
    </>
  )
}
