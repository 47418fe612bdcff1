import { useMemo, type ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { Ago, nameOf } from '#web/ui/facts.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { PartnerUser } from './contract.ts'
import { userListMessages } from './list-messages.ts'
import { messages } from './messages.ts'

const kinds = { active: 'good', invited: 'plain', locked: 'bad', deactivated: 'off' } as const

type UserLink = (id: string, text: ReactNode) => ReactNode

export function useColumns(userLink: UserLink): readonly Column<PartnerUser>[] {
  const [t, list] = [useMessages(messages), useMessages(userListMessages)]
  return useMemo(
    () => [
      {
        title: t.name,
        width: 34.8,
        sort: 'name',
        cell: (user) => <Person user={user} userLink={userLink} />,
      },
      {
        title: t.company,
        width: 13.4,
        onPhone: 'fact',
        cell: ({ partner }) => <CutText>{partner?.name ?? t.noCompany}</CutText>,
      },
      {
        title: t.state,
        width: 10,
        onPhone: 'state',
        cell: ({ status }) => <Status status={status} />,
      },
      {
        title: t.platforms,
        width: 17.6,
        onPhone: 'none',
        cell: ({ subsystems }) => (
          <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
        ),
      },
      {
        title: list.secondFactor,
        width: 13.4,
        onPhone: 'none',
        cell: ({ secondFactors }) => <Factors factors={secondFactors} />,
      },
      {
        title: t.lastLogin,
        width: 10.8,
        sort: 'lastLogin',
        onPhone: ({ lastLogin }) => (lastLogin === null ? 'none' : 'titled'),
        cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
      },
    ],
    [t, list, userLink],
  )
}

function Person({ user, userLink }: { user: PartnerUser; userLink: UserLink }) {
  return (
    <Identity name={nameOf(user)} email={user.email} link={(name) => userLink(user.id, name)} />
  )
}

function Status({ status }: Pick<PartnerUser, 'status'>) {
  const t = useMessages(userListMessages)
  return (
    <span className="tag" data-kind={kinds[status]}>
      {t[`status_${status}`]}
    </span>
  )
}

function Factors({ factors }: { factors: PartnerUser['secondFactors'] }) {
  const t = useMessages(userListMessages)
  if (factors.length === 0) return <span className="soft">{t.factor_none}</span>
  const all = factors.map((factor) => t[`factor_${factor}`]).join(', ')
  return <CutText title={all}>{factors.length > 1 ? t.factor_both : all}</CutText>
}
