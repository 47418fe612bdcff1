import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { action, ActionButton } from '#web/ui/action.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { lockAccount } from './contract.ts'
import { lockMessages } from './texts/messages.ts'

const icon =
  'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3'

/** Locks the account after the theft of a device. No login is possible until support unlocks the account. */
export function LockPanel({ onLocked }: { onLocked: () => void }) {
  const t = useMessages(lockMessages)
  const { supportEmail } = settings().brand
  const lock = action({
    endpoint: lockAccount,
    text: t.lock,
    danger: 'usual',
    failed: t.failed,
    t,
    title: t.confirmTitle,
    effect: t.confirmText({ supportEmail }),
    onDone: onLocked,
  })
  return (
    <Fold id="lock" title={t.title} icon={icon} intro={t.intro}>
      <div>
        <ActionButton action={lock} />
      </div>
    </Fold>
  )
}
