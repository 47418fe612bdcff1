import type { Locale } from '#contract/locale.ts'
import { nameOfRole, type PlatformRole } from '#contract/platform-role.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Check, Group } from './choice-group.tsx'
import { platformRoleMessages } from './texts/messages.ts'

type Props = {
  offered: readonly PlatformRole[]
  /** Its name, where the ticks of several platforms stand beside each other. */
  platform?: string
  /** The value of a form: ids with spaces between them. */
  value: string | boolean | undefined
  onChange: (value: string) => void
}

/** What a user is on a platform; nothing for one that names no roles. */
export function RoleTicks({ offered, platform, value, onChange }: Props) {
  const t = useMessages(platformRoleMessages)
  const { locale } = useLocale()
  const chosen = roleIdsIn(value)
  const choose = (ids: readonly string[]) => onChange(ids.join(' '))
  if (offered.length === 0) return null
  return (
    <Group legend={platform === undefined ? t.roles : t.changeRolesOf({ platform })}>
      {offered.map((role) => (
        <Check
          key={role.id}
          checked={chosen.includes(role.id)}
          onChange={({ target }) =>
            choose(
              target.checked ? [...chosen, role.id] : chosen.filter((each) => each !== role.id),
            )
          }
        >
          <bdi>{nameOfRole(role, locale)}</bdi>
        </Check>
      ))}
    </Group>
  )
}

/** The ids in such a value. */
export function roleIdsIn(value: string | boolean | undefined): string[] {
  return String(value ?? '')
    .split(' ')
    .filter(Boolean)
}

/** The names of those that the platform still names. */
export function namesOfRoles(
  offered: readonly PlatformRole[],
  ids: readonly string[],
  locale: Locale,
): string {
  return offered
    .filter(({ id }) => ids.includes(id))
    .map((role) => nameOfRole(role, locale))
    .join(', ')
}
