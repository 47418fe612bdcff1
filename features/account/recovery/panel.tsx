import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { words } from './messages.ts'
import styles from './panel.module.css'

/** Whether a second factor stands, since when, and the way to another one. */
export function TwoFactorPanel({ resetUrl }: { resetUrl: string }) {
  const say = useWords(words)
  const { locale } = useLocale()
  const { mfa, timezone } = useMe()
  const state = mfa.disabled ? say.locked : mfa.totp ? say.on : say.off
  const kind = mfa.disabled ? 'bad' : mfa.totp ? 'good' : undefined
  return (
    <Panel title={say.panelTitle} intro={say.panelText}>
      <p className={styles.state}>
        <strong className="tag" data-kind={kind}>
          {state}
        </strong>
        {mfa.since !== null && !mfa.disabled && (
          <span>{fill(say.since, { time: formatTime(mfa.since, locale, timezone) })}</span>
        )}
      </p>
      {mfa.disabled && <Notice kind="warning">{say.lockedText}</Notice>}
      {mfa.totp && (
        <a className={`secondary-button ${styles.reset}`} href={resetUrl}>
          {say.reset}
        </a>
      )}
    </Panel>
  )
}
