import { useState } from 'react'
import type { Me } from '#contract/me.ts'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import type { Area } from '#web/browser-storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { sessionExpiresAt } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LogInAgainPanel } from '../../features/account/sign-in/panel.tsx'
import { sessionMessages as messages } from './texts/messages.ts'

type EndedProps = { email: string; onDone: (user: Me) => void; onOther: () => void }

/** Dialog that asks the user to log in again, in place of the page, which stays as they left it. */
export function SessionEnded({ email, onDone, onOther }: EndedProps) {
  const t = useMessages(messages)
  return (
    <Dialog
      title={t.endedTitle}
      isAlone
      form={
        <div data-log-in-again="">
          <LogInAgainPanel email={email} onDone={onDone} onOther={onOther} />
        </div>
      }
      actions={
        <Button variant="quiet" onClick={onOther}>
          {t.other}
        </Button>
      }
    >
      <p>{t.endedText}</p>
    </Dialog>
  )
}

/** Remaining seconds at which a screen reader announces the time. */
const announcedAtSeconds = [120, 60, 30, 10]
/** Tolerance for the comparison of two expiries, each of which is computed from headers in whole seconds. */
const estimateErrorMs = 5_000

type WarningProps = {
  area: Area
  /** The time of the idle timeout by the clock of this browser, in milliseconds since 1970. */
  expiresAt: number
  /** Calls the server, which extends the session. */
  onStay: () => Promise<void>
  onLogOut: () => Promise<void>
}

/** Dialog in the last two minutes of a session, in which one press extends it (WCAG 2.2, 2.2.1). */
export function SessionWarning({ area, expiresAt, onStay, onLogOut }: WarningProps) {
  const t = useMessages(messages)
  const seconds = useSecondsUntil(expiresAt)
  // `final`: the session cannot be extended any further.
  const [state, setState] = useState<'asking' | 'sending' | 'final'>('asking')
  const [error, setError] = useState<unknown>()
  const announcedSeconds = announcedAtSeconds.findLast((each) => seconds <= each)

  async function act(action: () => Promise<void>): Promise<void> {
    if (state === 'sending') return
    setState('sending')
    setError(undefined)
    await action().catch((error: unknown) => {
      setState('asking')
      setError(error)
    })
  }

  async function stay(): Promise<void> {
    await onStay()
    // A session cannot be extended beyond its maximum duration.
    const isExtended = (sessionExpiresAt(area) ?? 0) > expiresAt + estimateErrorMs
    setState(isExtended ? 'asking' : 'final')
  }

  return (
    <Dialog
      title={t.endsTitle}
      role="alertdialog"
      onClose={() => void act(stay)}
      actions={
        <>
          <Button
            variant="primary"
            aria-disabled={state === 'sending' || undefined}
            onClick={() => void act(stay)}
          >
            {t.stay}
          </Button>
          <Button onClick={() => void act(onLogOut)}>{t.logOut}</Button>
        </>
      }
    >
      <p role="timer">
        <strong>{t.endsIn({ time: clockOf(seconds) })}</strong>
      </p>
      <p>{state === 'final' ? t.final : t.endsText}</p>
      {error !== undefined && <Failure error={error} />}
      <p role="status" className="visually-hidden">
        {announcedSeconds !== undefined && t.secondsLeft({ count: announcedSeconds })}
      </p>
    </Dialog>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
