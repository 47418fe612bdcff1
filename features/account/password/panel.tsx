import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useTimeZone } from '#web/me.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { ChangeCall } from './change-form.tsx'
import { changeMessages } from './texts/messages.ts'
import styles from './panel.module.css'

const ChangeForm = lazyPart(async () => (await import('./change-form.tsx')).ChangeForm)
const lock = 'M7 10.5V8a5 5 0 0 1 10 0v2.5M5.5 10.5h13v9.5h-13ZM12 14.5v2'

type Props = {
  /** Endpoint of the area; defaults to that of users. */
  change?: ChangeCall
  /** Time of the last change. Undefined while loading, null without a password. */
  changedAt: string | null | undefined
  /** True if the user reported a session and has not changed the password since. */
  isCompromised?: boolean
  onChanged?: () => void
}

/** Changes the password. This ends the other sessions, so all queries are refreshed. */
export function ChangePasswordPanel(props: Props) {
  const { change, changedAt, isCompromised = false, onChanged } = props
  const t = useMessages(changeMessages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const queryClient = useQueryClient()
  const heading = useRef<HTMLButtonElement>(null)
  const [changeCount, setChangeCount] = useState(0)
  const lastChange = changedAt && t.changed({ time: formatTime(changedAt, locale, timeZone) })

  function finish(): void {
    setChangeCount((count) => count + 1)
    // The focused button disappears with the old form.
    heading.current?.focus()
    showSuccess(t.done)
    onChanged?.()
    void queryClient.invalidateQueries()
  }

  return (
    <Fold
      id="change-password"
      title={t.title}
      status={isCompromised ? t.mustChange : lastChange}
      isGood={!isCompromised}
      icon={lock}
      action="change"
      intro={t.intro}
      headingRef={heading}
      onApproach={ChangeForm.preload}
    >
      <div className={styles.form}>
        <Suspense fallback={<Skeleton rows={3} text={t.loading} />}>
          <ChangeForm key={changeCount} change={change} onDone={finish} />
        </Suspense>
      </div>
    </Fold>
  )
}
