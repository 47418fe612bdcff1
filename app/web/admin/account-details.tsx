import type { Role } from '#contract/permission.ts'
import { formatList } from '#contract/text.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import styles from '../account-menu.module.css'
import { AccountZone } from '../account-zone.tsx'
import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { frameMessages as messages } from '../texts/messages.ts'
import { menuMessages } from './texts/messages.ts'

/** Roles and time zone of the admin, with links to the account page and to the keyboard shortcuts. */
export function AdminDetails({ onKeys }: { onKeys: () => void }) {
  const [t, menu] = [useMessages(messages), useMessages(menuMessages)]
  const { roles } = useAdminMe()
  const { locale } = useLocale()
  const nameOf = (role: Role) => menu[`role_${role}`]
  return (
    <>
      <dl className={styles.details}>
        <Fact name={menu.roles}>{formatList(roles.map(nameOf), locale) || menu.noRole}</Fact>
        <Fact name={t.timeZone}>
          <AccountZone zone={defaultTimeZone()} />
        </Fact>
      </dl>
      <p className={styles.link}>
        <LinkTo to={adminLinks.adminAccount()}>{t.accountMenu}</LinkTo>
      </p>
      <p className={styles.keys}>
        <Button variant="quiet" onClick={onKeys}>
          {menu.shortcuts} <kbd aria-hidden="true">?</kbd>
        </Button>
      </p>
    </>
  )
}
