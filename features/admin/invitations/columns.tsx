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
      width: 36,
      cell: (invitation) => <Identity name={nameOf(invitation)} email={invitation.email} />,
    },
    {
      title: t.company,
      width: 15,
      onPhone: 'fact',
      cell: ({ partner }) => <CutText>{partner.name}</CutText>,
    },
    {
      title: t.platforms,
      width: 15,
      onPhone: 'fact',
      cell: ({ subsystems }) => (
        <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
      ),
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

function LastSent({ invitation: { sentAt, timesSent } }: { invitation: Invitation }) {
  const t = useMessages(invitationListMessages)
  const { locale } = useLocale()
  return (
    <>
      <Near time={sentAt} missing="" />
      {timesSent > 1 && (
        <span className="second-line">{counted(t.timesSent, timesSent, locale)}</span>
      )}
    </>
  )
}
