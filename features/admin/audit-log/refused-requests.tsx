import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { colonOf } from '#contract/text.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { LinkTo, useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { useLog } from './audit-search.tsx'
import { listRefusedRequests } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

/** Shows the rejected OpenID requests with the request id that the log is filtered by; renders nothing without one. */
export function RefusedRequests({ requestId }: { requestId: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone } = useLog()
  const { data = [] } = useQuery({
    queryKey: ['audit-log-refused', requestId],
    queryFn: ({ signal }) => call(listRefusedRequests, { query: { requestId } }, { signal }),
    enabled: useMayOpen(adminLinks.platforms),
  })
  return data.map(({ id, at, platformId, platform, endpoint, error, reason, value, ipAddress }) => (
    <section key={id} className={`card ${styles.refused}`}>
      <h2>{t.refused({ platform })}</h2>
      <p dir="ltr" lang="en">
        <code>{endpoint}</code> <code>{error}</code> {reason}
      </p>
      {value !== '' && (
        <p>
          {t.refusedValue + colonOf(locale)}
          <code dir="ltr">
            <Breakable text={value} />
          </code>
        </p>
      )}
      <p className="soft">
        <time dateTime={at}>{formatTime(at, locale, timeZone)}</time> ·{' '}
        <bdi dir="ltr">{ipAddress}</bdi> ·{' '}
        <LinkTo to={adminLinks.platform({ id: platformId, tab: 'upkeep' })}>{t.toPlatform}</LinkTo>
      </p>
    </section>
  ))
}
