import type { Locale } from '#contract/locale.ts'
import { nameOfRole, type PlatformRole } from '#contract/platform-role.ts'
import { formatList } from '#contract/text.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Check, Group } from '../ui/choice-group.tsx'
import { platformRoleMessages } from './texts/messages.ts'

type Props = {
  offered: readonly PlatformRole[]
  /** Name of the platform, if the form shows several platforms. */
  platform?: string
  /** Value of the form field: role ids separated by spaces. */
  value: string | boolean | undefined
  onChange: (value: string) => void
}

/** A checkbox per role of a platform; nothing if the platform defines no roles. */
export function RoleTicks({ offered, platform, value, onChange }: Props) {
  const t = useMessages(platformRoleMessages)
  const { locale } = useLocale()
  const selectedIds = roleIdsIn(value)
  const change = (ids: readonly string[]) => onChange(ids.join(' '))
  if (offered.length === 0) return null
  return (
    <Group legend={platform === undefined ? t.roles : t.changeRolesOf({ platform })}>
      {offered.map((role) => (
        <Check
          key={role.id}
          checked={selectedIds.includes(role.id)}
          onChange={({ target }) =>
            change(
              target.checked
                ? [...selectedIds, role.id]
                : selectedIds.filter((id) => id !== role.id),
            )
          }
        >
          <bdi>{nameOfRole(role, locale)}</bdi>
        </Check>
      ))}
    </Group>
  )
}

/** Returns the role ids in a form value with ids separated by spaces. */
export function roleIdsIn(value: string | boolean | undefined): string[] {
  return String(value ?? '')
    .split(' ')
    .filter(Boolean)
}

/** Returns the names of the roles as a list in the language; skips roles that the platform no longer defines. */
export function namesOfRoles(
  offered: readonly PlatformRole[],
  ids: readonly string[],
  locale: Locale,
): string {
  const definedRoles = offered.filter(({ id }) => ids.includes(id))
  return formatList(
    definedRoles.map((role) => nameOfRole(role, locale)),
    locale,
  )
}
