import { useMemo } from 'react'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Locale } from '#contract/locale.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { colonOf, formatList } from '#contract/text.ts'
import { useLocale, useMessages } from '../locale.ts'
import type { ListColumns } from '../ui/columns.tsx'
import { CutText } from '../ui/cut-text.tsx'
import { LineIcon } from '../ui/line-icon.tsx'
import { NameChips } from '../ui/name-chips.tsx'
import { statusTag } from '../ui/status-tag.tsx'
import { userListMessages } from './texts/messages.ts'

type UserColumns = ListColumns<ListedUser, typeof userListMessages>

type Options = {
  users: readonly ListedUser[] | undefined
  /** Id of the platform whose roles are shown; undefined for those of every platform. */
  platform: string | undefined
  /**
   * True if there is no room for both platforms and roles: the roles on `platform` then replace the platforms. Without
   * a `platform`, no roles are shown.
   */
  rolesReplacePlatforms: boolean
}

/** Returns the columns of a list of users after the name. Roles are shown if any user has one. */
export function useUserColumns({
  users = [],
  platform,
  rolesReplacePlatforms,
}: Options): UserColumns {
  const hasRoles = users.some((user) => platformsWithRoles(user, platform).length > 0)
  return useMemo(() => {
    const accessColumns = () => {
      if (!hasRoles) return [platformsColumn]
      if (!rolesReplacePlatforms) return [platformsColumn, rolesColumn(platform)]
      return [platform === undefined ? platformsColumn : rolesColumn(platform)]
    }
    return [statusColumn, ...accessColumns(), ...loginColumns]
  }, [hasRoles, rolesReplacePlatforms, platform])
}

const statusColumn: UserColumns[number] = {
  id: 'state',
  width: 10,
  onPhone: 'state',
  cell: ({ status }) => <UserStatus status={status} />,
}

const platformsColumn: UserColumns[number] = {
  id: 'platforms',
  kind: 'names',
  width: 14.5,
  onPhone: 'none',
  value: ({ subsystems }) => subsystems.map(({ name }) => name),
  none: 'noPlatforms',
}

const loginColumns: UserColumns = [
  {
    id: 'secondFactor',
    width: 9.5,
    onPhone: 'none',
    cell: ({ secondFactors }) => <Factors factors={secondFactors} />,
  },
  { id: 'lastLogin', kind: 'time', width: 11.5, sort: 'lastLogin', none: 'never' },
]

function rolesColumn(platform: string | undefined): UserColumns[number] {
  const namesOf = (user: ListedUser, locale: Locale) =>
    platformsWithRoles(user, platform).flatMap(({ roles }) =>
      roles.map((role) => nameOfRole(role, locale)),
    )
  return {
    id: 'roles',
    width: 14,
    onPhone: (user) => (platformsWithRoles(user, platform).length > 0 ? 'line' : 'none'),
    phoneText: (user, _, locale) => formatList(namesOf(user, locale), locale),
    cell: (user, t, locale) => (
      <NameChips
        names={namesOf(user, locale)}
        none={t.noRoles}
        title={platformsWithRoles(user, platform)
          .map(({ name, roles }) => {
            const names = roles.map((role) => nameOfRole(role, locale))
            return name + colonOf(locale) + formatList(names, locale)
          })
          .join('; ')}
      />
    ),
  }
}

/** Returns the platforms on which the user has roles; with `platform`, only that one. */
function platformsWithRoles({ subsystems }: ListedUser, platform: string | undefined) {
  return subsystems.filter(
    ({ id, roles }) => roles.length > 0 && (platform === undefined || id === platform),
  )
}

export const useUserListTexts = () => useMessages(userListMessages)

export const UserStatus = statusTag(userListMessages, 'status', {
  active: 'good',
  invited: 'plain',
  locked: 'bad',
  deactivated: 'off',
})

/** A phone, and a key. */
const factorIcons = {
  authenticator: 'M6 2.5h8v15H6ZM9 14.5h2',
  passkey: 'M7 13.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7ZM10.5 10H18v3M15 10v2.5',
}

function Factors({ factors }: { factors: ListedUser['secondFactors'] }) {
  const t = useUserListTexts()
  const { locale } = useLocale()
  if (factors.length === 0) return <span className="soft">{t.factor_none}</span>
  const names = factors.map((factor) => t[`factor_${factor}`])
  const all = formatList(names, locale)
  const only = factors[0] === 'authenticator' ? t.factor_app : all
  return (
    <span className="line-1">
      {factors.map((factor) => (
        <LineIcon key={factor} path={factorIcons[factor]} size={16} />
      ))}
      <CutText title={all}>{names.length > 1 ? t.factor_both : only}</CutText>
    </span>
  )
}
