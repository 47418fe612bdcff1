import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { callPage } from '#web/list-call.ts'
import { numberFormat } from '#contract/locale.ts'
import { nameOf } from '#contract/full-name.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { listBulkResults, type BulkAction, type BulkJobReply, type BulkResult } from './contract.ts'
import { effectMessages, messages } from './texts/messages.ts'
import { hasEnded, reasonOf, messageKeyOf } from './job.tsx'
import styles from './page.module.css'

type State = BulkResult['state']

/** Lists the result for each user of a job in tabs by state. Opens the tab of the failed users if there are any. */
export function Results({ job }: { job: BulkJobReply }) {
  const t = useMessages(messages)
  const textOf = useTabText(job.action)
  const { locale } = useLocale()
  const { search, onPart } = usePageSearch(adminLinks.bulkJob)
  // The initial tab stays open while the job runs.
  const [initialTab] = useState(() => initialTabOf(job))
  const numbers = numberFormat(locale)
  const tabs = statesOf(job).map(([id, count]) => ({
    id,
    text: `${textOf(id)} ${numbers.format(count)}`,
    content: <ResultsOf job={job} state={id} />,
  }))
  return (
    <Tabs
      label={t.result}
      tabs={tabs}
      current={search.tab ?? initialTab}
      onChange={(tab) => onPart({ tab })}
    />
  )
}

/** Returns the number of users in each state. Omits waiting users once the job has ended. */
function statesOf(job: BulkJobReply): [state: State, count: number][] {
  const { done, skipped, failed, total } = job
  const waiting = total - done - skipped - failed
  return [
    ['done', done],
    ['skipped', skipped],
    ['failed', failed],
    ...(hasEnded(job) ? [] : [['waiting', waiting] satisfies [State, number]]),
  ]
}

function initialTabOf(job: BulkJobReply): State {
  if (job.failed > 0) return 'failed'
  return statesOf(job).find(([, count]) => count > 0)?.[0] ?? 'done'
}

/** Returns a function that names a tab, in the plural. The text for `done` depends on the action. */
function useTabText(action: BulkAction): (state: State) => string {
  const [t, words] = [useMessages(messages), useMessages(effectMessages)]
  return (state) => (state === 'done' ? words[`tab_${messageKeyOf(action)}`] : t[`tab_${state}`])
}

/** Returns a function that translates the state of a user. The text for `done` depends on the action. */
function useStateText(action: BulkAction): (state: State) => string {
  const [t, words] = [useMessages(messages), useMessages(effectMessages)]
  return (state) => (state === 'done' ? words[`item_${messageKeyOf(action)}`] : t[`item_${state}`])
}

function ResultsOf({ job, state }: { job: BulkJobReply; state: State }) {
  const t = useMessages(messages)
  const shared = useMessages(listMessages)
  const results = useResults(job.id, state)
  const columns = useColumns(useStateText(job.action))
  const rows = results.data?.pages.flatMap((page) => page.rows)
  const retry = () => void results.refetch()
  return (
    <>
      {!rows && !results.error && <Skeleton rows={6} text={shared.loading} />}
      {rows?.length === 0 && (
        <div className="empty">
          <strong>{t.none}</strong>
          <p>{t.noneHint}</p>
        </div>
      )}
      {rows && rows.length > 0 && <Table caption={t.caption} columns={columns} rows={rows} />}
      {results.error && <Failure text={shared.failed} error={results.error} onRetry={retry} />}
      {results.hasNextPage && (
        <Button isPending={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          {shared.showMore}
        </Button>
      )}
    </>
  )
}

function useResults(id: string, state: State) {
  return useInfiniteQuery({
    queryKey: [listBulkResults.path, id, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, ...(pageParam !== undefined && { cursor: pageParam }) }
      return callPage(listBulkResults, { params: { id }, query }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

const signs = {
  done: 'M3.5 8.5l3 3 6-7',
  skipped: 'M4 8h8',
  failed: 'M4 4l8 8M12 4l-8 8',
  waiting: 'M8 4v4.5l3 2',
}

function useColumns(textOf: (state: State) => string): Column<BulkResult>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      cell: ({ id, user }) =>
        user ? (
          <>
            <LinkTo to={adminLinks.user({ id })}>
              <bdi>{nameOf(user)}</bdi>
            </LinkTo>
            <bdi className="second-line">{user.email}</bdi>
          </>
        ) : (
          t.unknownUser
        ),
    },
    {
      title: t.result,
      cell: ({ state, code }) => (
        <div>
          <span className={styles.state} data-state={state}>
            <LineIcon path={signs[state]} box={16} />
            {textOf(state)}
          </span>
          {code !== null && <span className="second-line">{reasonOf(code, t)}</span>}
        </div>
      ),
    },
  ]
}
