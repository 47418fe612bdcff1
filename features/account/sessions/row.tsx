import type { Reply } from '#contract/endpoint.ts'
import { formatDevice } from '#contract/device.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { DeviceIcon } from '#web/parts/device.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { ItemRow } from '#web/ui/item-row.tsx'
import type { listSessions } from './contract.ts'
import { messages } from './texts/messages.ts'

export type Session = Reply<typeof listSessions>[number]

type Props = { session: Session; onEnd: () => void; onReport: (() => void) | undefined }

/** Shows a session with its browser, IP address, times and actions. */
export function Row({ session, onEnd, onReport }: Props) {
  const t = useMessages(messages)
  const { ipAddress, current } = session
  const { locale } = useLocale()
  const browser = formatDevice(session.browser, locale)
  return (
    <ItemRow
      isCurrent={current}
      icon={<DeviceIcon browser={session.browser} />}
      name={browser}
      tags={
        current && (
          <span className="tag" data-kind="good">
            {t.current}
          </span>
        )
      }
      facts={
        <>
          <Fact name={t.ipAddress}>
            <bdi dir="ltr">{ipAddress}</bdi>
          </Fact>
          <Fact name={t.loginTime}>
            <Moment time={session.loginTime} />
          </Fact>
          <Fact name={t.lastSeen}>
            <Moment time={session.lastSeen} />
          </Fact>
        </>
      }
      actions={
        <>
          {!current && onReport && (
            <Button
              variant="quiet"
              aria-label={t.notMeAt({ browser, ipAddress })}
              onClick={onReport}
            >
              {t.notMe}
            </Button>
          )}
          <Button aria-label={t.logOutOf({ browser, ipAddress })} onClick={onEnd}>
            {t.logOut}
          </Button>
        </>
      }
    />
  )
}
