import { use } from 'react'
import { formatDevice, isKnownDevice } from '#contract/device.ts'
import { Refusal } from '#contract/refusal.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { AreaContext, useAccount } from '#web/me.ts'
import { ConfirmAction } from '#web/ui/confirm.tsx'
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
  const { text, ...dialog } = useDialog(calls, action)
  const isReport = action.kind === 'report'
  return (
    <ConfirmAction
      isDangerous
      action={isReport ? t.secure : t.logOut}
      failed={isReport ? t.failedToSecure : t.failedToEnd}
      {...dialog}
      {...handlers}
    >
      <p>{text}</p>
    </ConfirmAction>
  )
}

function useDialog(calls: Props['calls'], action: SessionAction) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timezone } = useAccount()
  const isAdmin = use(AreaContext) === 'admin'
  if (action.kind === 'end-others') {
    return {
      title: t.confirmOthersTitle,
      text: isAdmin ? t.confirmAdminOthersText : t.confirmOthersText,
      run: async () => {
        const { ended } = await call(calls?.endOthers ?? endOthers, { body: {} })
        showSuccess(ended === 0 ? t.noneEnded : t.othersEnded({ count: ended }))
      },
    }
  }
  if (action.kind === 'report') {
    const run = () => call(reportSession, { params: { id: action.id }, body: {} })
    return { title: t.confirmNotMeTitle, text: t.confirmNotMeText, run }
  }
  const { id, current, ipAddress } = action.session
  const isKnown = isKnownDevice(action.session.browser)
  const browser = formatDevice(action.session.browser, locale)
  const loginTime = formatTime(action.session.loginTime, locale, timezone)
  return {
    title: current
      ? t.confirmCurrentTitle
      : isKnown
        ? t.confirmTitle({ browser })
        : t.confirmUnknownTitle,
    text: current
      ? t.confirmCurrentText
      : (isAdmin ? t.confirmAdminText : t.confirmText)({ loginTime, ipAddress }),
    run: async () => {
      await ignoreNotFound(call(calls?.end ?? endSession, { params: { id }, body: {} }))
      if (!current) showSuccess(isKnown ? t.ended({ browser }) : t.endedUnknown)
    },
  }
}

/** Ignores the error for a session that has already ended. */
async function ignoreNotFound(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== endSession.refusals.notFound) throw error
  })
}
