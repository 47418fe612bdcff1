import { Suspense, use, useRef } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { AreaContext, useAccount } from '#web/me.ts'
import { canUsePasskeys } from '#web/passkeys.ts'
import { settings } from '#web/settings.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { panelMessages } from './texts/messages.ts'

const Passkeys = lazyPart(async () => (await import('./passkeys.tsx')).Passkeys, '/parts/passkeys')

const keyIcon = 'M8.5 12.5a4.5 4.5 0 1 1 3.6-1.8L20 18.5V21h-3v-2h-2v-2h-2l-2-2M7.5 8h.01'

/**
 * Shows the number of passkeys of a user or admin and, if unfolded, the passkeys. Renders nothing if passkeys are off
 * or this browser does not support them.
 */
export function PasskeysPanel() {
  const t = useMessages(panelMessages)
  const { mfa } = useAccount()
  const mode = settings().passkeys[use(AreaContext)]
  const heading = useRef<HTMLButtonElement>(null)
  if (!canUsePasskeys() || mode === 'off') return null
  const count = mfa.passkeys ?? 0
  return (
    <Fold
      id="passkeys"
      title={t.title}
      status={count === 0 ? t.noneYet : t.count({ count })}
      isGood={count > 0 || undefined}
      icon={keyIcon}
      action="manage"
      intro={mode === 'second' ? t.introSecond : t.intro}
      headingRef={heading}
    >
      <Suspense fallback={<Skeleton rows={2} text={t.loading} />}>
        <Passkeys onChanged={() => heading.current?.focus()} />
      </Suspense>
    </Fold>
  )
}
