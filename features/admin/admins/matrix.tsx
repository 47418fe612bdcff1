import { rolePermissions, roles, type Role } from '#contract/permission.ts'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { accountMessages, messages } from './texts/messages.ts'
import type { AdminUser } from './contract.ts'
import styles from './page.module.css'

/** Receives the roles that a press on a checkbox requests. */
export type OnRole = (admin: AdminUser, newRoles: readonly Role[]) => void

type Props = { admin: AdminUser; role: Role; onRole: OnRole }

/** A checkbox for a role. A press requests the change; the box shows the saved role. */
export function RoleBox({ admin, role, onRole }: Props) {
  const t = useMessages(messages)
  const { roleOf } = useMessages(accountMessages)
  const { id, permissions } = useAdminMe()
  const isBeyond = rolePermissions[role].some((each) => !permissions.includes(each))
  const hasRole = admin.roles.includes(role)
  const changedRoles = roles.filter((each) =>
    each === role ? !hasRole : admin.roles.includes(each),
  )
  return (
    <label className="tick-area">
      <input
        type="checkbox"
        className={styles.roleBox}
        aria-label={roleOf({ role: t[role], name: nameOf(admin) })}
        checked={hasRole}
        disabled={isBeyond || admin.id === id}
        onChange={() => onRole(admin, changedRoles)}
      />
    </label>
  )
}
