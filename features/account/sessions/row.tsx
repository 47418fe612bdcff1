import type { Reply } from '#contract/endpoint.ts'
import { formatDevice } from '#contract/device.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/parts/device.tsx'
import { Moment } from '#web/ui/facts.tsx'
import type { listSessions } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'

export type Session = Reply<typeof listSessions>[number]

type Props = { session: Session; onEnd: () => void; onReport: (() => void) | undefined }

/** A session with its browser, IP address, times and actions, as a row of the table. */
export function Row({ session, onEnd, onReport }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { ipAddress, current, loginTime, lastSeen } = session
  const browser = formatDevice(session.browser, locale)
  return (
    <tr role="row" aria-current={current || undefined}>
      <th scope="row" role="rowheader">
        <span className={styles.browser}>
          <Device browser={session.browser} />
          {current && (
            <span className="tag" data-kind="good">
              {t.current}
            </span>
          )}
        </span>
      </th>
      <td role="cell" data-title={t.ipAddress}>
        <bdi dir="ltr">{ipAddress}</bdi>
      </td>
      <td role="cell" data-title={t.loginTime}>
        <Moment time={loginTime} />
      </td>
      <td role="cell" data-title={t.lastSeen}>
        <Moment time={lastSeen} />
      </td>
      <td role="cell">
        <span className={styles.actions}>
          {!current && onReport && (
            <Button
              isInRow
              variant="quiet"
              aria-label={t.notMeAt({ browser, ipAddress })}
              onClick={onReport}
            >
              {t.notMe}
            </Button>
          )}
          <Button isInRow aria-label={t.logOutOf({ browser, ipAddress })} onClick={onEnd}>
            {t.logOut}
          </Button>
        </span>
      </td>
    </tr>
  )
}
