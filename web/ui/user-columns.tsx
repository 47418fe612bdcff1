import { useMemo, type ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Locale } from '#contract/locale.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { useLocale, useMessages } from '../locale.ts'
import { CutText } from './cut-text.tsx'
import { Ago, nameOf } from './facts.tsx'
import { Identity } from './identity.tsx'
import { NameChips } from './name-chips.tsx'
import type { Column } from './table.tsx'
import { userListMessages } from './texts/messages.ts'

const kinds = { active: 'good', invited: 'plain', locked: 'bad', deactivated: 'off' } as const

type More<Row> = {
  /** Columns after the name. */
  second?: readonly Column<Row>[]
  /** Columns after the platforms. */
  roles?: readonly Column<Row>[]
  /** Returns content after the name. */
  sign?: (user: Row) => ReactNode
}

/** Returns the columns of a list of users. */
export function userColumns<Row extends ListedUser>(
  t: ReturnType<typeof useUserWords>,
  linkOf: (id: string) => Link,
  { second = [], roles = [], sign }: More<Row> = {},
): readonly Column<Row>[] {
  return [
    {
      title: t.name,
      width: 38,
      sort: 'name',
      cell: (user) => (
        <Identity name={nameOf(user)} email={user.email} sign={sign?.(user)} to={linkOf(user.id)} />
      ),
    },
    ...second,
    {
      title: t.state,
      width: 10,
      onPhone: 'state',
      cell: ({ status }) => <UserStatus status={status} />,
    },
    {
      title: t.platforms,
      width: 15,
      onPhone: 'none',
      cell: ({ subsystems }) => (
        <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
      ),
    },
    ...roles,
    {
      title: t.secondFactor,
      width: 13.4,
      onPhone: 'none',
      cell: ({ secondFactors }) => <Factors factors={secondFactors} />,
    },
    {
      title: t.lastLogin,
      width: 10.2,
      sort: 'lastLogin',
      onPhone: ({ lastLogin }) => (lastLogin === null ? 'none' : 'titled'),
      cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
    },
  ]
}

/** Returns a column with the roles of the users, on one platform or on all. Empty if no user has a role. */
export function useRolesColumn(
  users: readonly ListedUser[] = [],
  platform?: string,
): readonly Column<ListedUser>[] {
  const t = useUserWords()
  const { locale } = useLocale()
  const isShown = users.some((user) => rolesOf(user, locale, platform).length > 0)
  return useMemo(() => {
    const namesOf = (user: ListedUser) =>
      rolesOf(user, locale, platform).flatMap(({ names }) => names)
    const column: Column<ListedUser> = {
      title: t.roles,
      width: 14,
      onPhone: (user) => (namesOf(user).length > 0 ? 'line' : 'none'),
      phoneText: (user) => <bdi>{namesOf(user).join(', ')}</bdi>,
      cell: (user) => (
        <NameChips
          names={namesOf(user)}
          none={t.noRoles}
          title={rolesOf(user, locale, platform)
            .map(({ name, names }) => `${name}: ${names.join(', ')}`)
            .join('; ')}
        />
      ),
    }
    return isShown ? [column] : []
  }, [t, locale, platform, isShown])
}

/** Returns the names of the roles, by platform. */
function rolesOf({ subsystems }: ListedUser, locale: Locale, platform: string | undefined) {
  return subsystems
    .filter(({ id, roles }) => roles.length > 0 && (platform === undefined || id === platform))
    .map(({ name, roles }) => ({ name, names: roles.map((role) => nameOfRole(role, locale)) }))
}

export const useUserWords = () => useMessages(userListMessages)

export function UserStatus({ status }: Pick<ListedUser, 'status'>) {
  const t = useUserWords()
  return (
    <span className="tag" data-kind={kinds[status]}>
      {t[`status_${status}`]}
    </span>
  )
}

function Factors({ factors }: { factors: ListedUser['secondFactors'] }) {
  const t = useUserWords()
  if (factors.length === 0) return <span className="soft">{t.factor_none}</span>
  const all = factors.map((factor) => t[`factor_${factor}`]).join(', ')
  return <CutText title={all}>{factors.length > 1 ? t.factor_both : all}</CutText>
}
