import { counted, fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Confirm } from './confirm.tsx'
import { reportSession, endOthers, endSession } from './contract.ts'
import { words } from './messages.ts'
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
  const say = useWords(words)
  const { locale } = useLocale()
  const { timezone } = useMe()
  const { id, current, ipAddress } = session
  const browser = session.browser || say.unknownBrowser
  const loginTime = formatTime(session.loginTime, locale, timezone)
  return (
    <Confirm
      title={current ? say.confirmCurrentTitle : fill(say.confirmTitle, { browser })}
      text={current ? say.confirmCurrentText : fill(say.confirmText, { loginTime, ipAddress })}
      action={say.logOut}
      failed={say.failedToEnd}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        await unlessGone(call(endSession, { params: { id }, body: {} }))
        if (!current) showSuccess(fill(say.ended, { browser }))
      }}
    />
  )
}

function AskOthers({ onClose, onDone }: Ways) {
  const say = useWords(words)
  const { locale } = useLocale()
  return (
    <Confirm
      title={say.confirmOthersTitle}
      text={say.confirmOthersText}
      action={say.logOut}
      failed={say.failedToEnd}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        const { ended } = await call(endOthers, { body: {} })
        showSuccess(ended === 0 ? say.noneEnded : counted(say.othersEnded, ended, locale))
      }}
    />
  )
}

function AskDisown({ session, onClose, onDone }: Ways & { session: Session }) {
  const say = useWords(words)
  return (
    <Confirm
      title={say.confirmNotMeTitle}
      text={say.confirmNotMeText}
      action={say.disown}
      failed={say.failedToDisown}
      onClose={onClose}
      onDone={onDone}
      run={async () => {
        await call(reportSession, { params: { id: session.id }, body: {} })
      }}
    />
  )
}

/** A session that has ended already is what was asked for. */
async function unlessGone(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== endSession.refusals.notFound) throw error
  })
}
