import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/listed-user.ts'
import { useMessages } from '../locale.ts'
import { CutText } from './cut-text.tsx'
import { Ago, nameOf } from './facts.tsx'
import { Identity } from './identity.tsx'
import { NameChips } from './name-chips.tsx'
import type { Column } from './table.tsx'
import { userListMessages } from './user-list-messages.ts'

const kinds = { active: 'good', invited: 'plain', locked: 'bad', deactivated: 'off' } as const

export type UserLink = (id: string, text: ReactNode) => ReactNode

/** The columns of a list of users, with another one behind the name. */
export function userColumns<Row extends ListedUser>(
  t: ReturnType<typeof useUserWords>,
  userLink: UserLink,
  second: readonly Column<Row>[] = [],
): readonly Column<Row>[] {
  return [
    {
      title: t.name,
      width: 38,
      sort: 'name',
      cell: (user) => (
        <Identity name={nameOf(user)} email={user.email} link={(name) => userLink(user.id, name)} />
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
