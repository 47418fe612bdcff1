import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { callPage } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { listLogins } from './contract.ts'
import { historyMessages } from './messages.ts'
import { Time } from './row.tsx'
import styles from './history-panel.module.css'

type Login = Reply<typeof listLogins>[number]

const limit = 10

/** Logins and failed attempts, latest first. */
export function LoginHistoryPanel() {
  const t = useMessages(historyMessages)
  const history = useInfiniteQuery({
    queryKey: ['login-history'],
    queryFn: ({ signal, pageParam }) =>
      callPage(listLogins, { query: { limit, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const logins = history.data?.pages.flatMap(({ rows }) => rows) ?? []
  const pages = history.data?.pages.length ?? 0
  return (
    <Panel title={t.title} intro={t.intro}>
      {history.isPending && <Skeleton rows={4} text={t.loading} />}
      {history.data && logins.length === 0 && <p>{t.none}</p>}
      {logins.length > 0 && <Table logins={logins} pages={pages} />}
      {history.isError && (
        <Failure
          text={t.failed}
          error={history.error}
          onRetry={() => void (history.data ? history.fetchNextPage() : history.refetch())}
        />
      )}
      {history.hasNextPage && !history.isError && (
        <Button
          className={styles.more}
          isPending={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {history.isFetchingNextPage ? t.loading : t.more}
        </Button>
      )}
    </Panel>
  )
}

function Table({ logins, pages }: { logins: readonly Login[]; pages: number }) {
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
        </tr>
      </thead>
      <tbody ref={body}>
        {logins.map((login, index) => (
          <Row key={`${login.timestamp} ${index}`} login={login} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ login }: { login: Login }) {
  const t = useMessages(historyMessages)
  return (
    <tr tabIndex={-1} data-outcome={login.outcome === 'succeeded' ? 'good' : 'bad'}>
      <td className={styles.outcome}>{t[login.outcome]}</td>
      <td>
        <Time time={login.timestamp} />
      </td>
      <td>
        <bdi>{login.browser || t.unknownBrowser}</bdi>
      </td>
      <td>
        <bdi dir="ltr">{login.ipAddress}</bdi>
      </td>
    </tr>
  )
}
