import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDevice } from '#contract/device.ts'
import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { formatRecent, formatTime } from '#contract/time.ts'
import { callPage } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/ui/device.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { ConfirmSessionAction } from './confirm-session-action.tsx'
import { listLogins, loginsPerPage as limit } from './contract.ts'
import { historyMessages } from './messages.ts'
import { staleTime } from './panel.tsx'
import { Time } from './row.tsx'
import styles from './history-panel.module.css'

type Login = Reply<typeof listLogins>[number]

const clock = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2'

/** Logins and failed attempts, latest first. */
export function LoginHistoryPanel({ onReported }: { onReported: () => void }) {
  const t = useMessages(historyMessages)
  const heading = useRef<HTMLButtonElement>(null)
  const [reported, setReported] = useState<string>()
  const history = useLogins()
  const logins = history.data?.pages.flatMap(({ rows }) => rows) ?? []
  const pages = history.data?.pages.length ?? 0
  const last = logins.find(({ outcome }) => outcome === 'succeeded')
  return (
    <Fold
      id="activity"
      title={t.title}
      status={history.isError ? t.failed : last && <LastLogin time={last.timestamp} />}
      isGood={history.isError ? false : undefined}
      icon={clock}
      intro={t.intro}
      headingRef={heading}
    >
      {history.isPending && <Skeleton rows={4} text={t.loading} />}
      {history.data && logins.length === 0 && <p>{t.none}</p>}
      {logins.length > 0 && <Table logins={logins} pages={pages} onReport={setReported} />}
      {history.isError && (
        <Failure
          text={t.failed}
          error={history.error}
          onRetry={() => void (history.data ? history.fetchNextPage() : history.refetch())}
        />
      )}
      {history.hasNextPage && !history.isError && <More history={history} />}
      {reported !== undefined && (
        <Report
          sessionId={reported}
          onClose={() => setReported(undefined)}
          onDone={() => {
            onReported()
            heading.current?.focus()
          }}
        />
      )}
    </Fold>
  )
}

function LastLogin({ time }: { time: string }) {
  const t = useMessages(historyMessages)
  const { locale } = useLocale()
  const { timezone } = useMe()
  return fill(t.lastLogin, { time: formatRecent(time, locale, timezone) })
}

function More({ history }: { history: ReturnType<typeof useLogins> }) {
  const t = useMessages(historyMessages)
  const { isFetchingNextPage, fetchNextPage } = history
  return (
    <Button
      className={styles.more}
      isPending={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? t.loading : t.more}
    </Button>
  )
}

function useLogins() {
  return useInfiniteQuery({
    queryKey: ['login-history'],
    queryFn: ({ signal, pageParam }) =>
      callPage(listLogins, { query: { limit, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime,
  })
}

type ReportProps = { sessionId: string; onClose: () => void; onDone: () => void }

function Report({ sessionId, onClose, onDone }: ReportProps) {
  const queryClient = useQueryClient()
  return (
    <ConfirmSessionAction
      action={{ kind: 'report', id: sessionId }}
      onClose={onClose}
      onDone={() => {
        onDone()
        void queryClient.invalidateQueries()
      }}
    />
  )
}

type TableProps = {
  logins: readonly Login[]
  pages: number
  onReport: (sessionId: string) => void
}

function Table({ logins, pages, onReport }: TableProps) {
  const t = useMessages(historyMessages)
  const body = useRef<HTMLTableSectionElement>(null)

  useEffect(() => {
    // The button may be gone: focus the first new row.
    if (pages > 1) body.current?.rows[(pages - 1) * limit]?.focus()
  }, [pages])

  return (
    <table className={styles.table}>
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
  )
}

type RowProps = { login: Login } & Pick<TableProps, 'onReport'>

function Row({ login, onReport }: RowProps) {
  const t = useMessages(historyMessages)
  const { locale } = useLocale()
  const { timezone } = useMe()
  const { sessionId } = login
  return (
    <tr tabIndex={-1} data-outcome={login.outcome === 'succeeded' ? 'good' : 'bad'}>
      <td className={styles.outcome}>{t[login.outcome]}</td>
      <td>
        <Time time={login.timestamp} />
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
            aria-label={fill(t.notMeAt, {
              browser: formatDevice(login.browser, locale),
              time: formatTime(login.timestamp, locale, timezone),
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
