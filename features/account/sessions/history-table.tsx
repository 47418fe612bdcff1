import { useEffect, useRef } from 'react'
import { formatDevice } from '#contract/device.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/parts/device.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { loginsPerPage as limit, type listLogins } from './contract.ts'
import { historyMessages } from './texts/messages.ts'
import styles from './history-panel.module.css'

type Login = Reply<typeof listLogins>[number]

type TableProps = {
  logins: readonly Login[]
  pages: readonly { asOf?: string | undefined }[]
  onReport: (sessionId: string) => void
}

/** The table of logins, loaded when its row is about to be expanded. */
export function Table({ logins, pages, onReport }: TableProps) {
  const t = useMessages(historyMessages)
  const body = useRef<HTMLTableSectionElement>(null)
  const pageCount = useRef(pages.length)

  useEffect(() => {
    // The button that loaded the rows may be gone: focus the first new row.
    if (pages.length > pageCount.current) body.current?.rows[(pages.length - 1) * limit]?.focus()
    pageCount.current = pages.length
  }, [pages.length])

  return (
    <>
      <table className={`cards-on-phone ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t.outcome}</th>
            <th scope="col">{t.time}</th>
            <th scope="col">{t.browser}</th>
            <th scope="col">{t.ipAddress}</th>
            <th scope="col">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {logins.map((login, index) => (
            <Row key={`${login.timestamp} ${index}`} login={login} onReport={onReport} />
          ))}
        </tbody>
      </table>
      <AsOf time={pages[0]?.asOf} />
    </>
  )
}

type RowProps = { login: Login } & Pick<TableProps, 'onReport'>

function Row({ login, onReport }: RowProps) {
  const t = useMessages(historyMessages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const { sessionId } = login
  return (
    <tr tabIndex={-1}>
      <td className={styles.outcome} data-good={login.outcome === 'succeeded'}>
        {t[login.outcome]}
      </td>
      <td>
        <Moment time={login.timestamp} />
      </td>
      <td>
        <Device browser={login.browser} />
      </td>
      <td>
        <bdi dir="ltr">{login.ipAddress}</bdi>
      </td>
      <td>
        {sessionId !== null && (
          <Button
            variant="quiet"
            isInRow
            aria-label={t.notMeAt({
              browser: formatDevice(login.browser, locale),
              time: formatTime(login.timestamp, locale, timeZone),
            })}
            onClick={() => onReport(sessionId)}
          >
            {t.notMe}
          </Button>
        )}
      </td>
    </tr>
  )
}
