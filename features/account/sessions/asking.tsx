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

export type Asked = { deed: 'end' | 'disown'; session: Session } | { deed: 'others' }

type Props<What> = { asked: What; onClose: () => void; onDone: () => void }

/** Asks before sessions end. */
export function Asking({ asked, ...ways }: Props<Asked>) {
  if (asked.deed === 'others') return <AskOthers {...ways} />
  if (asked.deed === 'disown') return <AskDisown {...ways} session={asked.session} />
  return <AskEnd {...ways} session={asked.session} />
}

type Ways = Omit<Props<never>, 'asked'>

function AskEnd({ session, onClose, onDone }: Ways & { session: Session }) {
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
        await unlessGone(call(endSession, { params: { id }, body: {} }))
        if (!current) showSuccess(fill(t.ended, { browser }))
      }}
    >
      <p>{current ? t.confirmCurrentText : fill(t.confirmText, { loginTime, ipAddress })}</p>
    </ConfirmAction>
  )
}

function AskOthers({ onClose, onDone }: Ways) {
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

function AskDisown({ session, onClose, onDone }: Ways & { session: Session }) {
  const t = useMessages(messages)
  return (
    <ConfirmAction
      isDangerous
      title={t.confirmNotMeTitle}
      action={t.disown}
      failed={() => t.failedToDisown}
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

/** A session that has ended already is what was asked for. */
async function unlessGone(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== endSession.refusals.notFound) throw error
  })
}
