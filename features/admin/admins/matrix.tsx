import { rolePermissions, roles, type Role } from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { nameOf } from '#web/ui/facts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import type { AdminUser } from './contract.ts'
import styles from './page.module.css'

type OnPress = (admin: AdminUser, wanted: readonly Role[]) => void

/** Returns a column for each role. A press requests the change; the checkbox shows the saved roles. */
export function useRoleColumns(onPress: OnPress): Column<AdminUser>[] {
  const t = useMessages(messages)
  return roles.map((role) => ({
    title: t[role],
    width: 3,
    cell: (admin) => <RoleBox admin={admin} role={role} onPress={onPress} />,
  }))
}

type Props = { admin: AdminUser; role: Role; onPress: OnPress }

function RoleBox({ admin, role, onPress }: Props) {
  const t = useMessages(messages)
  const { roleOf } = useMessages(accountMessages)
  const { id, permissions } = useAdminMe()
  const isBeyond = rolePermissions[role].some((each) => !permissions.includes(each))
  const has = admin.roles.includes(role)
  return (
    <label className="tick-area">
      <input
        type="checkbox"
        className={styles.roleBox}
        aria-label={roleOf({ role: t[role], name: nameOf(admin) })}
        checked={has}
        disabled={isBeyond || admin.id === id}
        onChange={() =>
          onPress(
            admin,
            roles.filter((each) => (each === role ? !has : admin.roles.includes(each))),
          )
        }
      />
    </label>
  )
}
