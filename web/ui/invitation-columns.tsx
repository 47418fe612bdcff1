import type { ComponentProps } from 'react'
import type { invitationStates } from '#contract/link.ts'
import { useMessages } from '../locale.ts'
import { CutText } from './cut-text.tsx'
import { nameOf, Near } from './facts.tsx'
import { Identity } from './identity.tsx'
import { invitationMessages } from './texts/messages.ts'
import { NameChips } from './name-chips.tsx'
import type { Column } from './table.tsx'

const kinds = { open: undefined, accepted: 'good', expired: 'bad', revoked: 'off' } as const

type Invitation = {
  firstname: string
  lastname: string
  email: string
  /** The company, in a list of several companies. */
  partner?: { name: string }
  subsystems: readonly { name: string }[]
  state: (typeof invitationStates)[number]
  sentAt: string
  timesSent: number
  expiresAt: string | null
  /** True if the mail server rejected the latest invitation email. */
  isUndelivered?: boolean
}

/** Returns the columns of a list of invitations; `hasCompany` adds a column for the company. */
export function useInvitationColumns<Row extends Invitation>(
  hasCompany: boolean,
  /** Returns the link or dialog that the name opens. */
  openingOf?: Opening<Row>,
): Column<Row>[] {
  const t = useMessages(invitationMessages)
  return [
    nameColumn(t.name, openingOf),
    ...(hasCompany ? [companyColumn<Row>(t.company)] : []),
    {
      title: t.platforms,
      width: 15,
      onPhone: ({ subsystems }) => (subsystems.length === 0 ? 'none' : 'line'),
      cell: ({ subsystems }) => (
        <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
      ),
      phoneText: ({ subsystems }) => subsystems.map(({ name }) => name).join(', '),
    },
    {
      title: t.state,
      width: 11,
      onPhone: 'state',
      cell: (invitation) => <State {...invitation} />,
    },
    {
      title: t.lastSent,
      sort: 'sent',
      width: 12,
      onPhone: ({ state }) => (state === 'open' ? 'none' : 'titled'),
      cell: (invitation) => <LastSent {...invitation} />,
      phoneText: (invitation) => <LastSent {...invitation} isInLine />,
    },
    {
      title: t.expiresAt,
      sort: 'expires',
      width: 12,
      onPhone: ({ state }) => (state === 'open' ? 'titled' : 'none'),
      cell: ({ state, expiresAt }) =>
        state === 'open' || state === 'expired' ? (
          <Near time={expiresAt} missing={t.notOpen} />
        ) : (
          <span className="visually-hidden">{t.notOpen}</span>
        ),
    },
  ]
}

type Opening<Row> = (invitation: Row) => Pick<ComponentProps<typeof Identity>, 'to' | 'onOpen'>

function nameColumn<Row extends Invitation>(title: string, openingOf?: Opening<Row>): Column<Row> {
  return {
    title,
    width: 36.5,
    cell: (invitation) => (
      <Identity name={nameOf(invitation)} email={invitation.email} {...openingOf?.(invitation)} />
    ),
  }
}

function companyColumn<Row extends Invitation>(title: string): Column<Row> {
  return {
    title,
    width: 13.5,
    onPhone: 'fact',
    cell: ({ partner }) => <CutText>{partner?.name ?? ''}</CutText>,
  }
}

/** Shows the state of an invitation, and a tag if its email was rejected. */
function State({ state, isUndelivered }: Pick<Invitation, 'state' | 'isUndelivered'>) {
  const t = useMessages(invitationMessages)
  return (
    <>
      <span className="tag" data-kind={kinds[state]}>
        {t[`state_${state}`]}
      </span>
      {isUndelivered && (
        <>
          {' '}
          <span className="tag" data-kind="bad">
            {t.undelivered}
          </span>
        </>
      )}
    </>
  )
}

type SentProps = Pick<Invitation, 'sentAt' | 'timesSent'> & { isInLine?: boolean }

function LastSent({ sentAt, timesSent, isInLine }: SentProps) {
  const t = useMessages(invitationMessages)
  const times = t.timesSent({ count: timesSent })
  return (
    <>
      <Near time={sentAt} missing="" />
      {timesSent > 1 && (isInLine ? ` (${times})` : <span className="second-line">{times}</span>)}
    </>
  )
}
