import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { listSessions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './panel.module.css'

export type Session = Reply<typeof listSessions>[number]

type Props = { session: Session; onEnd: () => void; onReport: () => void }

/** One session with its browser, IP address, times and actions. */
export function Row({ session, onEnd, onReport }: Props) {
  const t = useMessages(messages)
  const { ipAddress, current } = session
  const browser = session.browser || t.unknownBrowser
  return (
    <li className={styles.row} aria-current={current || undefined}>
      <DeviceIcon browser={browser} />
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

const devices = {
  phone:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  computer: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5V16H4V6.5A1.5 1.5 0 0 1 5.5 5ZM2.5 19h19',
}

/** Decoration: the name of the browser is beside it. */
function DeviceIcon({ browser }: { browser: string }) {
  const isPhone = /(Android|iOS|Windows Phone)$/.test(browser)
  const path = isPhone ? devices.phone : devices.computer
  return <LineIcon className={styles.device} path={path} box={24} line={1.75} />
}
