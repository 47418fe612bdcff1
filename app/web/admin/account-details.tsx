import type { Role } from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import styles from '../account-menu.module.css'
import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { messages } from '../frame-messages.ts'
import { menuMessages } from './menu-messages.ts'

/** Roles and time zone of the admin, with links to the account page and to the keyboard shortcuts. */
export function AdminDetails({ onKeys }: { onKeys: () => void }) {
  const [t, menu] = [useMessages(messages), useMessages(menuMessages)]
  const { roles } = useAdminMe()
  const nameOf = (role: Role) => menu[`role_${role}`]
  return (
    <>
      <dl className={styles.details}>
        <Fact name={menu.roles}>{roles.map(nameOf).join(', ') || menu.noRole}</Fact>
        <Fact name={t.timeZone}>
          <bdi>{timeZone()}</bdi>
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

/** Returns the city of the device's time zone, in which the admin area shows all times. */
function timeZone(): string | undefined {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  return zone.split('/').at(-1)?.replaceAll('_', ' ')
}
