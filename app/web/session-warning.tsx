import { useState } from 'react'
import { CallFailure } from '#contract/call.ts'
import { counted, fill } from '#contract/locale.ts'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import type { Area } from '#web/device.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { sessionExpiresAt } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { messages } from './session-messages.ts'

/** The seconds at which a screen reader says how many are left. */
const announced = [120, 60, 30, 10]

type Props = {
  area: Area
  expiresAt: number
  /** Asks the server for something, which prolongs the session. */
  onStay: () => Promise<void>
  onLogOut: () => Promise<void>
}

/** Two minutes are enough to say "I am still here" by one press. */
export function SessionWarning({ area, expiresAt, onStay, onLogOut }: Props) {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const { locale } = useLocale()
  const seconds = useSecondsUntil(expiresAt)
  const [state, setState] = useState<'asking' | 'sending' | 'unreachable' | 'final'>('asking')
  const mark = announced.findLast((each) => seconds <= each)

  async function act(deed: () => Promise<void>): Promise<void> {
    if (state === 'sending') return
    setState('sending')
    await deed().catch((error: unknown) =>
      setState(error instanceof CallFailure ? 'unreachable' : 'asking'),
    )
  }

  async function stay(): Promise<void> {
    await onStay()
    // After so many hours it ends, however busy she is.
    setState((sessionExpiresAt(area) ?? 0) > expiresAt ? 'asking' : 'final')
  }

  return (
    <Dialog
      title={t.endsTitle}
      isOpen
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
        <strong>{fill(t.endsIn, { time: clockOf(seconds) })}</strong>
      </p>
      <p>{state === 'final' ? t.final : t.endsText}</p>
      {state === 'unreachable' && <p>{shared.network}</p>}
      <p role="status" className="visually-hidden">
        {mark !== undefined && counted(t.secondsLeft, mark, locale)}
      </p>
    </Dialog>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
