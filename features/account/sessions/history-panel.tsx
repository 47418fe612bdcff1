import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { pageFacts, type PageFacts } from '#contract/list.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { lazyPart } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { listLogins, loginsPerPage as limit } from './contract.ts'
import { historyMessages } from './texts/messages.ts'
import { ConfirmSessionAction, staleTime } from './panel.tsx'

const Table = lazyPart(async () => (await import('./history-table.tsx')).Table)
const clock = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2'

/** Lists logins and failed attempts, latest first. */
export function LoginHistoryPanel({ onReported }: { onReported: () => void }) {
  const t = useMessages(historyMessages)
  const heading = useRef<HTMLButtonElement>(null)
  const [reportedId, setReportedId] = useState<string>()
  const history = useLogins()
  const { pages = [] } = history.data ?? {}
  const logins = pages.flatMap(({ rows }) => rows)
  const retry = history.isFetchNextPageError ? history.fetchNextPage : history.refetch
  const lastLogin = logins.find(({ outcome }) => outcome === 'succeeded')
  return (
    <Fold
      id="activity"
      title={t.title}
      status={history.isError ? t.failed : lastLogin && <LastLogin time={lastLogin.timestamp} />}
      isGood={history.isError ? false : undefined}
      icon={clock}
      intro={t.intro}
      headingRef={heading}
      onApproach={() => {
        Table.preload()
        ConfirmSessionAction.preload()
      }}
    >
      {history.isPending && <Skeleton rows={4} text={t.loading} />}
      {history.data && logins.length === 0 && <p>{t.none}</p>}
      {logins.length > 0 && (
        <Suspense fallback={<Skeleton rows={4} text={t.loading} />}>
          <Table logins={logins} pages={pages} onReport={setReportedId} />
        </Suspense>
      )}
      {history.isError && (
        <Failure text={t.failed} error={history.error} onRetry={() => void retry()} />
      )}
      {history.hasNextPage && !history.isError && <More history={history} />}
      {reportedId !== undefined && (
        <Report
          sessionId={reportedId}
          onClose={() => setReportedId(undefined)}
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
  const timeZone = useTimeZone()
  return t.lastLogin({ time: formatTime(time, locale, timeZone) })
}

function More({ history }: { history: ReturnType<typeof useLogins> }) {
  const t = useMessages(historyMessages)
  const { isFetchingNextPage, fetchNextPage } = history
  return (
    <Button
      className="at-start"
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
    queryFn: async ({ signal, pageParam }) => {
      let facts: Partial<PageFacts> = {}
      const onHeaders = (headers: Headers) => (facts = pageFacts(headers))
      const query = { limit, cursor: pageParam }
      const rows = await call(listLogins, { query }, { signal, onHeaders })
      return { rows, ...facts }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime,
  })
}

type ReportProps = { sessionId: string; onClose: () => void; onDone: () => void }

function Report({ sessionId, onClose, onDone }: ReportProps) {
  const queryClient = useQueryClient()
  return (
    <Suspense>
      <ConfirmSessionAction
        action={{ kind: 'report', id: sessionId }}
        onClose={onClose}
        onDone={() => {
          onDone()
          void queryClient.invalidateQueries()
        }}
      />
    </Suspense>
  )
}
