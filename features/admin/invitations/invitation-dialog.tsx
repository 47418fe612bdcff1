import { langOf, localeNames } from '#contract/locale.ts'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Moment, Names } from '#web/ui/facts.tsx'
import { guestMessages, invitationMessages } from '#web/parts/texts/messages.ts'
import type { Invitation } from './contract.ts'
import { changeMessages, invitationListMessages, messages } from './texts/messages.ts'
import type { Action } from './order-dialog.tsx'

type Props = {
  invitation: Invitation
  /** Opens the dialog that confirms the action. */
  onAsk: (action: Action) => void
  onClose: () => void
}

/** Returns true for an open or expired invitation, which can be resent or revoked. */
export function isWaiting({ state }: Invitation): boolean {
  return state === 'open' || state === 'expired'
}

export function InvitationDialog({ invitation, onAsk, onClose }: Props) {
  const [t, { change }] = [useMessages(messages), useMessages(changeMessages)]
  const choose = (action: Action) => () => {
    onClose()
    onAsk(action)
  }
  return (
    <Dialog
      title={nameOf(invitation)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          {isWaiting(invitation) && (
            <>
              <Button variant="danger-outline" onClick={choose('revoke')}>
                {t.revoke}
              </Button>
              <Button onClick={choose('change')}>{change}</Button>
              <Button variant="primary" onClick={choose('resend')}>
                {t.resend}
              </Button>
            </>
          )}
        </>
      }
    >
      <Facts invitation={invitation} />
    </Dialog>
  )
}

function Facts({ invitation }: Pick<Props, 'invitation'>) {
  const [t, words] = [useMessages(invitationMessages), useMessages(invitationListMessages)]
  const guests = useMessages(guestMessages)
  const { accessEnd } = useMessages(changeMessages)
  const { email, partner, subsystems, state, preferredLanguage, timesSent, ...times } = invitation
  const { accessExpiresAt = null } = invitation
  return (
    <dl className="facts">
      <Fact name={guests.email}>
        <bdi dir="ltr">{email}</bdi>
      </Fact>
      <Fact name={t.company}>
        <bdi>{partner.name}</bdi>
      </Fact>
      <Fact name={t.platforms}>
        <Names of={subsystems} none={t.noPlatforms} />
      </Fact>
      <Fact name={t.state}>
        {t[`state_${state}`]}
        {times.isUndelivered && ` · ${t.undelivered}`}
      </Fact>
      <Fact name={words.firstSent}>
        <Moment time={times.createdAt} />
      </Fact>
      <Fact name={t.lastSent}>
        <Moment time={times.sentAt} /> ({t.timesSent({ count: timesSent })})
      </Fact>
      {times.expiresAt !== null && (
        <Fact name={t.expiresAt}>
          <Moment time={times.expiresAt} />
        </Fact>
      )}
      {accessExpiresAt !== null && (
        <Fact name={accessEnd}>
          <Moment time={accessExpiresAt} />
        </Fact>
      )}
      <Fact name={guests.preferredLanguage}>
        <span lang={langOf(preferredLanguage)}>{localeNames[preferredLanguage]}</span>
      </Fact>
    </dl>
  )
}
