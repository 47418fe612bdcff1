import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callPage } from '#web/list-call.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listMessages } from '#web/ui/list-messages.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listBulkResults, resultStates, type BulkJobReply, type BulkResult } from './contract.ts'
import { reasonOf } from './job.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type State = BulkResult['state']

/** What became of each user of a job; those who failed first, where there are any. */
export function Results({ job }: { job: BulkJobReply }) {
  const t = useMessages(messages)
  const shared = useMessages(listMessages)
  const id = useId()
  const [chosen, setChosen] = useState<State | ''>(job.failed > 0 ? 'failed' : '')
  const results = useResults(job.id, chosen)
  const columns = useColumns()
  const rows = results.data?.pages.flatMap((page) => page.rows)
  const retry = () => void results.refetch()
  return (
    <>
      <div className={styles.tools}>
        <label htmlFor={id}>{t.show}</label>
        <select
          id={id}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as State | '')}
        >
          <option value="">{t.all}</option>
          {resultStates.map((state) => (
            <option key={state} value={state}>
              {t[`item_${state}`]}
            </option>
          ))}
        </select>
      </div>
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

function useResults(id: string, state: State | '') {
  return useInfiniteQuery({
    queryKey: [listBulkResults.path, id, state],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(state !== '' && { state }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }
      return callPage(listBulkResults, { params: { id }, query }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

function useColumns(): Column<BulkResult>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      cell: ({ user }) =>
        user ? (
          <>
            <bdi>{nameOf(user)}</bdi>
            <bdi className="second-line">{user.email}</bdi>
          </>
        ) : (
          t.unknownUser
        ),
    },
    {
      title: t.result,
      cell: ({ state, code }) => (
        <span className={state === 'failed' ? styles.failed : undefined}>
          {t[`item_${state}`]}
          {code !== null && <span className="second-line">{reasonOf(code, t)}</span>}
        </span>
      ),
    },
  ]
}
