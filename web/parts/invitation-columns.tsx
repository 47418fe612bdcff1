import type { invitationStates } from '#contract/link.ts'
import { withNote } from '#contract/text.ts'
import { useLocale, useMessages } from '../locale.ts'
import type { ListColumns } from '../ui/columns.tsx'
import { CellTime } from '../ui/facts.tsx'
import { statusTag } from '../ui/status-tag.tsx'
import { invitationMessages } from './texts/messages.ts'

type Invitation = {
  firstname: string
  lastname: string
  email: string
  subsystems: readonly { name: string }[]
  state: (typeof invitationStates)[number]
  sentAt: string
  timesSent: number
  expiresAt: string | null
  /** True if the mail server rejected the latest invitation email. */
  isUndelivered?: boolean
}

/** The columns of a list of invitations after the name. */
export const invitationColumns: ListColumns<Invitation, typeof invitationMessages> = [
  {
    id: 'platforms',
    kind: 'names',
    width: 13,
    value: ({ subsystems }) => subsystems.map(({ name }) => name),
    none: 'noPlatforms',
  },
  { id: 'state', width: 11, onPhone: 'state', cell: (invitation) => <State {...invitation} /> },
  {
    id: 'lastSent',
    sort: 'sent',
    width: 12,
    onPhone: ({ state }) => (state === 'open' ? 'none' : 'titled'),
    cell: (invitation) => <LastSent {...invitation} />,
    phoneText: (invitation) => <LastSent {...invitation} isInLine />,
  },
  {
    id: 'expiresAt',
    sort: 'expires',
    width: 14,
    onPhone: ({ state }) => (state === 'open' ? 'titled' : 'none'),
    cell: ({ state, expiresAt }, t) => (
      <CellTime
        time={state === 'open' || state === 'expired' ? expiresAt : null}
        missing={t.notOpen}
      />
    ),
  },
]

const StateTag = statusTag(invitationMessages, 'state', {
  open: undefined,
  accepted: 'good',
  expired: 'bad',
  revoked: 'off',
})

/** Shows the state of an invitation, and a tag if its email was rejected. */
function State({ state, isUndelivered }: Pick<Invitation, 'state' | 'isUndelivered'>) {
  const t = useMessages(invitationMessages)
  return (
    <>
      <StateTag status={state} />
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
  const { locale } = useLocale()
  const times = t.timesSent({ count: timesSent })
  return (
    <>
      <CellTime time={sentAt} missing="" />
      {timesSent > 1 &&
        (isInLine ? withNote('', times, locale) : <span className="second-line">{times}</span>)}
    </>
  )
}
