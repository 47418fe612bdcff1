import { langOf, localeNames } from '#contract/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Fact } from '#web/ui/facts.tsx'
import styles from './account-menu.module.css'
import { AccountZone } from './account-zone.tsx'
import * as links from '#contract/links.ts'
import { frameMessages as messages } from './texts/messages.ts'

/** Company, language and time zone of the account. Language and time zone link to the page that changes them. */
export function AccountDetails() {
  const t = useMessages(messages)
  const { partner, preferredLanguage, timezone } = useMe()
  const preferences = links.partOf(links.profile(), 'preferences')
  return (
    <dl className={styles.details}>
      {partner && (
        <Fact name={t.company}>
          <bdi>{partner.name}</bdi>
        </Fact>
      )}
      <Fact name={t.language}>
        <LinkTo to={preferences}>
          <span lang={langOf(preferredLanguage)}>{localeNames[preferredLanguage]}</span>
        </LinkTo>
      </Fact>
      <Fact name={t.timeZone}>
        <LinkTo to={preferences}>
          <AccountZone zone={timezone} />
        </LinkTo>
      </Fact>
    </dl>
  )
}
