import { Suspense, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import { formatTime } from '#contract/time.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAccount, useTimeZone } from '#web/me.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { panelMessages } from './texts/messages.ts'

const phone =
  'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM10 11.5l1.5 1.5 2.700-3M11 17.5h2'

type Props = {
  /** Page that replaces the authenticator. */
  resetLink?: Link
  /** Component that sets up an authenticator if there is none. */
  Add?: ComponentType<{ onAdded: () => void }>
  children?: ReactNode
}

/** Shows the state of the authenticator and the time of its setup. `resetLink` or `children` lead to its replacement. */
export function TwoFactorPanel({ resetLink, Add, children }: Props) {
  const t = useMessages(panelMessages)
  const { locale } = useLocale()
  const { mfa } = useAccount()
  const timeZone = useTimeZone()
  const heading = useRef<HTMLButtonElement>(null)
  // `Add` stays after an authenticator is added, because the user still has to read the recovery codes.
  const [hadNone] = useState(!mfa.totp)
  const enabledState = mfa.totp ? t.on : t.off
  return (
    <Fold
      id="authenticator"
      title={t.rowTitle}
      status={mfa.disabled ? t.locked : enabledState}
      isGood={mfa.totp && !mfa.disabled}
      icon={phone}
      action="manage"
      intro={t.panelText}
      headingRef={heading}
    >
      {mfa.since !== null && !mfa.disabled && (
        <p>{t.since({ time: formatTime(mfa.since, locale, timeZone) })}</p>
      )}
      {mfa.disabled && <Notice kind="warning">{t.lockedText}</Notice>}
      {mfa.totp && resetLink && (
        <p>
          <ButtonTo to={resetLink}>{t.reset}</ButtonTo>
        </p>
      )}
      {Add && hadNone && (
        <Suspense>
          <Add onAdded={() => heading.current?.focus()} />
        </Suspense>
      )}
      {children}
    </Fold>
  )
}
