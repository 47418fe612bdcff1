import {
  permissionsOf,
  rolePermissions,
  roles,
  type Permission,
  type Role,
} from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { useParts } from '#web/parts/parts.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type ChoicesProps = { selected: readonly Role[]; onChange: (selected: readonly Role[]) => void }

/** Lists the roles with their permissions, as checkboxes. */
export function RoleChoices({ selected, onChange }: ChoicesProps) {
  const t = useMessages(messages)
  return (
    <fieldset className="stack-1">
      <legend className="strong">{t.roles}</legend>
      {roles.map((role) => (
        <Choice
          key={role}
          role={role}
          isOn={selected.includes(role)}
          onToggle={(isOn) =>
            onChange(roles.filter((each) => (each === role ? isOn : selected.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}

type ChoiceProps = { role: Role; isOn: boolean; onToggle: (isOn: boolean) => void }

/** A role with its permissions. Disabled if it has permissions that the current admin lacks. */
function Choice({ role, isOn, onToggle }: ChoiceProps) {
  const t = useMessages(messages)
  const own = useAdminMe().permissions
  const isBeyond = rolePermissions[role].some((permission) => !own.includes(permission))
  return (
    <div className={styles.choice}>
      <input
        type="checkbox"
        id={`role-${role}`}
        checked={isOn}
        disabled={isBeyond}
        aria-describedby={`role-${role}-text`}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <label htmlFor={`role-${role}`}>{t[role]}</label>
      <div id={`role-${role}-text`} className="hint">
        <p>{t[`text_${role}`]}</p>
        {isBeyond && <p>{t.beyondOwnHint}</p>}
      </div>
    </div>
  )
}

type DifferenceProps = { before: readonly Role[]; after: readonly Role[] }

/** Shows the permissions gained and lost by a choice of roles, and the pages that the roles open. */
export function RoleDifference({ before, after }: DifferenceProps) {
  const t = useMessages(messages)
  const [oldPermissions, newPermissions] = [permissionsOf(before), permissionsOf(after)]
  const gained = newPermissions.filter((each) => !oldPermissions.includes(each))
  const lost = oldPermissions.filter((each) => !newPermissions.includes(each))
  const textsOf = (list: readonly Permission[]) => list.map((each) => t[each])
  const pages = useParts().pagesFor(newPermissions)
  const isChanged = gained.length + lost.length > 0
  return (
    <div role="status" className={styles.difference}>
      {isChanged && <h3>{before.length === 0 ? t.allowed : t.difference}</h3>}
      {gained.length > 0 && <p>{t.gains({ list: textsOf(gained) })}</p>}
      {lost.length > 0 && <p>{t.loses({ list: textsOf(lost) })}</p>}
      <p>{pages.length === 0 ? t.seesNothing : t.sees({ list: pages })}</p>
    </div>
  )
}
