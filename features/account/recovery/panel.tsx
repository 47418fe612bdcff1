import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { messages } from './messages.ts'
import styles from './panel.module.css'

/** Shows whether and since when two-factor authentication is active, with a link to reset it. */
export function TwoFactorPanel({ resetUrl }: { resetUrl: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { mfa, timezone } = useMe()
  const state = mfa.disabled ? t.locked : mfa.totp ? t.on : t.off
  const kind = mfa.disabled ? 'bad' : mfa.totp ? 'good' : undefined
  return (
    <Panel title={t.panelTitle} intro={t.panelText}>
      <p className={styles.state}>
        <strong className="tag" data-kind={kind}>
          {state}
        </strong>
        {mfa.since !== null && !mfa.disabled && (
          <span>{fill(t.since, { time: formatTime(mfa.since, locale, timezone) })}</span>
        )}
      </p>
      {mfa.disabled && <Notice kind="warning">{t.lockedText}</Notice>}
      {mfa.totp && (
        <a className={`secondary-button ${styles.reset}`} href={resetUrl}>
          {t.reset}
        </a>
      )}
    </Panel>
  )
}
