import { use } from 'react'
import { formatDevice, isKnownDevice } from '#contract/device.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { AreaContext, useTimeZone } from '#web/me.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { onCode } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { endOthers, endSession, reportSession, type SessionCalls } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Session } from './row.tsx'

export type SessionAction =
  | { kind: 'end'; session: Session }
  | { kind: 'report'; id: string }
  | { kind: 'end-others' }

type Props = {
  calls?: SessionCalls | undefined
  action: SessionAction
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation before a session, or all other sessions, end. */
export function ConfirmSessionAction({ calls, action, ...handlers }: Props) {
  const t = useMessages(messages)
  const isAdmin = use(AreaContext) === 'admin'
  if (action.kind === 'end')
    return <EndDialog {...{ calls, ...handlers }} session={action.session} />
  if (action.kind === 'report') {
    return (
      <ActionDialog
        endpoint={reportSession}
        params={{ id: action.id }}
        text={t.secure}
        danger="usual"
        failed={t.failedToSecure}
        title={t.confirmNotMeTitle}
        effect={t.confirmNotMeText}
        {...handlers}
      />
    )
  }
  return (
    <ActionDialog
      endpoint={calls?.endOthers ?? endOthers}
      text={t.logOut}
      danger="usual"
      failed={t.failedToEnd}
      title={t.confirmOthersTitle}
      effect={isAdmin ? t.confirmAdminOthersText : t.confirmOthersText}
      done={({ ended }) => (ended === 0 ? t.noneEnded : t.othersEnded({ count: ended }))}
      {...handlers}
    />
  )
}

function EndDialog({ calls, session, ...handlers }: Omit<Props, 'action'> & { session: Session }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const isAdmin = use(AreaContext) === 'admin'
  const { id, current, ipAddress } = session
  const isKnown = isKnownDevice(session.browser)
  const browser = formatDevice(session.browser, locale)
  const loginTime = formatTime(session.loginTime, locale, timeZone)
  const done = isKnown ? t.ended({ browser }) : t.endedUnknown
  const title = isKnown ? t.confirmTitle({ browser }) : t.confirmUnknownTitle
  const effect = (isAdmin ? t.confirmAdminText : t.confirmText)({ loginTime, ipAddress })
  return (
    <ActionDialog
      endpoint={calls?.end ?? endSession}
      params={{ id }}
      text={t.logOut}
      danger="usual"
      failed={t.failedToEnd}
      title={current ? t.confirmCurrentTitle : title}
      effect={current ? t.confirmCurrentText : effect}
      {...(!current && { done })}
      // A session that has already ended is what the user wanted.
      onRefused={onCode(endSession.refusals.notFound, () => {
        if (!current) showSuccess(done)
        handlers.onDone()
      })}
      {...handlers}
    />
  )
}
