import type { Locale } from '#contract/locale.ts'
import { nameOfRole, type PlatformRole } from '#contract/platform-role.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Check, Group } from './choice-group.tsx'
import { roleMessages } from './role-messages.ts'

type Props = {
  offered: readonly PlatformRole[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
}

/** What a user is on a platform; nothing for one that names no roles. */
export function RoleTicks({ offered, chosen, onChoose }: Props) {
  const t = useMessages(roleMessages)
  const { locale } = useLocale()
  if (offered.length === 0) return null
  return (
    <Group legend={t.roles}>
      {offered.map((role) => (
        <Check
          key={role.id}
          checked={chosen.includes(role.id)}
          onChange={({ target }) =>
            onChoose(
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
