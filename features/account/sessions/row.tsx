import type { Reply } from '#contract/endpoint.ts'
import { formatDevice } from '#contract/device.ts'
import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { DeviceIcon } from '#web/ui/device.tsx'
import { Fact } from '#web/ui/facts.tsx'
import type { listSessions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './panel.module.css'

export type Session = Reply<typeof listSessions>[number]

type Props = { session: Session; onEnd: () => void; onReport: () => void }

/** One session with its browser, IP address, times and actions. */
export function Row({ session, onEnd, onReport }: Props) {
  const t = useMessages(messages)
  const { ipAddress, current } = session
  const { locale } = useLocale()
  const browser = formatDevice(session.browser, locale)
  return (
    <li className={styles.row} aria-current={current || undefined}>
      <DeviceIcon browser={session.browser} />
      <div>
        <p className={styles.browser}>
          <bdi>{browser}</bdi>
          {current && (
            <span className="tag" data-kind="good">
              {t.current}
            </span>
          )}
        </p>
        <dl className={`facts ${styles.facts}`}>
          <Fact name={t.ipAddress}>
            <bdi dir="ltr">{ipAddress}</bdi>
          </Fact>
          <Fact name={t.loginTime}>
            <Time time={session.loginTime} />
          </Fact>
          <Fact name={t.lastSeen}>
            <Time time={session.lastSeen} />
          </Fact>
        </dl>
      </div>
      <div className={styles.actions}>
        {!current && (
          <Button
            variant="quiet"
            aria-label={fill(t.notMeAt, { browser, ipAddress })}
            onClick={onReport}
          >
            {t.notMe}
          </Button>
        )}
        <Button aria-label={fill(t.logOutOf, { browser, ipAddress })} onClick={onEnd}>
          {t.logOut}
        </Button>
      </div>
    </li>
  )
}

export function Time({ time }: { time: string }) {
  const { locale } = useLocale()
  const { timezone } = useMe()
  return <time dateTime={time}>{formatTime(time, locale, timezone)}</time>
}
