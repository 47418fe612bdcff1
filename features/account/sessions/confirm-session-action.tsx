import { counted, fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { reportSession, endOthers, endSession } from './contract.ts'
import { messages } from './messages.ts'
import type { Session } from './row.tsx'

export type SessionAction = { kind: 'end' | 'report'; session: Session } | { kind: 'end-others' }

type Handlers = { onClose: () => void; onDone: () => void }

/** Asks before a session or all other sessions end. */
export function ConfirmSessionAction({
  action,
  ...handlers
}: Handlers & { action: SessionAction }) {
  if (action.kind === 'end-others') return <ConfirmEndOthers {...handlers} />
  if (action.kind === 'report') return <ConfirmReport {...handlers} session={action.session} />
  return <ConfirmEnd {...handlers} session={action.session} />
}

function ConfirmEnd({ session, onClose, onDone }: Handlers & { session: Session }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timezone } = useMe()
  const { id, current, ipAddress } = session
  const browser = session.browser || t.unknownBrowser
  const loginTime = formatTime(session.loginTime, locale, timezone)
  return (
    <ConfirmAction
      isDangerous
      title={current ? t.confirmCurrentTitle : fill(t.confirmTitle, { browser })}
      action={t.logOut}
      failed={() => t.failedToEnd}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        await ignoreNotFound(call(endSession, { params: { id }, body: {} }))
        if (!current) showSuccess(fill(t.ended, { browser }))
      }}
    >
      <p>{current ? t.confirmCurrentText : fill(t.confirmText, { loginTime, ipAddress })}</p>
    </ConfirmAction>
  )
}

function ConfirmEndOthers({ onClose, onDone }: Handlers) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return (
    <ConfirmAction
      isDangerous
      title={t.confirmOthersTitle}
      action={t.logOut}
      failed={() => t.failedToEnd}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        const { ended } = await call(endOthers, { body: {} })
        showSuccess(ended === 0 ? t.noneEnded : counted(t.othersEnded, ended, locale))
      }}
    >
      <p>{t.confirmOthersText}</p>
    </ConfirmAction>
  )
}

function ConfirmReport({ session, onClose, onDone }: Handlers & { session: Session }) {
  const t = useMessages(messages)
  return (
    <ConfirmAction
      isDangerous
      title={t.confirmNotMeTitle}
      action={t.secure}
      failed={() => t.failedToSecure}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        await call(reportSession, { params: { id: session.id }, body: {} })
      }}
    >
      <p>{t.confirmNotMeText}</p>
    </ConfirmAction>
  )
}

/** A session that has already ended needs no error. */
async function ignoreNotFound(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== endSession.refusals.notFound) throw error
  })
}
