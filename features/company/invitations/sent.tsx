import { useEffect, useRef, type ReactNode } from 'react'
import { useGap, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Ability } from './ability.tsx'
import type { InvitedUser } from './invite-one.tsx'
import { inviteMessages } from './texts/messages.ts'

type Props = { onMore: () => void; back: ReactNode }

/** The result of inviting one user: an invitation was sent, or a user of the company now has access. */
export function SentOne({ user, onMore, back }: Props & { user: InvitedUser }) {
  const t = useMessages(inviteMessages)
  const isInvited = user.state === 'open'
  return (
    <Result
      title={(isInvited ? t.sentOneTitle : t.grantedOneTitle)(user)}
      intro={isInvited ? t.sentOneHint(user) : t.grantedOneHint}
      back={back}
      more={
        <Button variant="primary" onClick={onMore}>
          {t.inviteAnother}
        </Button>
      }
    >
      {isInvited && <Ability platforms={user.platforms} until={user.until} />}
    </Result>
  )
}

type ListProps = Props & {
  invited: number
  /** Number of users of the company, who were granted access without an invitation. */
  granted: number
  /** Number of filled rows that remain to be sent. */
  rest: number
}

/** The result of sending a list. */
export function SentList({ invited, granted, rest, onMore, back }: ListProps) {
  const t = useMessages(inviteMessages)
  const gap = useGap()
  return (
    <Result
      title={invited > 0 ? t.sentTitle({ count: invited }) : t.grantedTitle({ count: granted })}
      intro={[
        ...(invited > 0 ? [t.sentHint] : []),
        ...(granted > 0 ? [t.grantedHint({ count: granted })] : []),
      ].join(gap)}
      back={back}
      more={
        <Button variant={rest > 0 ? 'primary' : 'secondary'} onClick={onMore}>
          {rest > 0 ? t.sendRest({ count: rest }) : t.inviteMore}
        </Button>
      }
    />
  )
}

type ResultProps = {
  title: string
  intro: string
  /** The button for the next invitation. */
  more: ReactNode
  back: ReactNode
  children?: ReactNode
}

function Result({ title, intro, more, back, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel title={title} intro={intro} headingRef={heading}>
      {children}
      <div className="button-row">
        {more}
        <span className="tall-links">{back}</span>
      </div>
    </Panel>
  )
}
