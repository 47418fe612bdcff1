import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { lockAccount } from './contract.ts'
import { lockMessages } from './texts/messages.ts'

const lock =
  'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3'

/** Locks the account after the theft of a device. No login is possible until support unlocks the account. */
export function LockPanel({ onLocked }: { onLocked: () => void }) {
  const t = useMessages(lockMessages)
  const [isAsking, setAsking] = useState(false)
  const { supportEmail } = settings().brand
  return (
    <Fold id="lock" title={t.title} icon={lock} intro={t.intro}>
      <div>
        <Button onClick={() => setAsking(true)}>{t.lock}</Button>
      </div>
      {isAsking && (
        <ConfirmAction
          isDangerous
          title={t.confirmTitle}
          action={t.lock}
          run={() => call(lockAccount, { body: {} })}
          onClose={() => setAsking(false)}
          onDone={onLocked}
          failed={t.failed}
          words={t}
        >
          <p>{t.confirmText({ supportEmail })}</p>
        </ConfirmAction>
      )}
    </Fold>
  )
}
