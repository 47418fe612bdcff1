import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { nameOf, Near } from '#web/ui/facts.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Invitation } from './contract.ts'
import { invitationListMessages } from './list-messages.ts'
import { messages } from './messages.ts'

const kinds = { open: undefined, accepted: 'good', expired: 'bad', revoked: 'off' } as const

export function useColumns(): Column<Invitation>[] {
  const [t, words] = [useMessages(messages), useMessages(invitationListMessages)]
  return [
    {
      title: t.name,
      width: 34.5,
      cell: (invitation) => <Identity name={nameOf(invitation)} email={invitation.email} />,
    },
    {
      title: t.company,
      width: 14,
      onPhone: 'fact',
      cell: ({ partner }) => <CutText>{partner.name}</CutText>,
    },
    {
      title: t.platforms,
      width: 18,
      onPhone: ({ subsystems }) => (subsystems.length === 0 ? 'none' : 'line'),
      cell: ({ subsystems }) => (
        <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
      ),
      phoneText: ({ subsystems }) => subsystems.map(({ name }) => name).join(', '),
    },
    {
      title: t.state,
      width: 10,
      onPhone: 'state',
      cell: ({ state }) => (
        <span className="tag" data-kind={kinds[state]}>
          {t[`state_${state}`]}
        </span>
      ),
    },
    {
      title: words.lastSent,
      width: 12,
      onPhone: ({ state }) => (state === 'open' ? 'none' : 'titled'),
      cell: (invitation) => <LastSent invitation={invitation} />,
      phoneText: (invitation) => <LastSent invitation={invitation} isInLine />,
    },
    {
      title: t.expiresAt,
      width: 12,
      onPhone: ({ state }) => (state === 'open' ? 'titled' : 'none'),
      cell: ({ state, expiresAt }) => (
        <Near time={state === 'open' ? expiresAt : null} missing={t.notOpen} />
      ),
    },
  ]
}

type SentProps = { invitation: Invitation; isInLine?: boolean }

function LastSent({ invitation: { sentAt, timesSent }, isInLine }: SentProps) {
  const t = useMessages(invitationListMessages)
  const { locale } = useLocale()
  const times = counted(t.timesSent, timesSent, locale)
  return (
    <>
      <Near time={sentAt} missing="" />
      {timesSent > 1 && (isInLine ? ` (${times})` : <span className="second-line">{times}</span>)}
    </>
  )
}
