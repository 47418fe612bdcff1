import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '#contract/locale.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call, callFiltered, type RefusedFilters } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Page, headerOf } from '#web/ui/page.tsx'
import {
  LogContext,
  queryOf,
  refreshed,
  useLog,
  without,
  type AuditSearch,
} from './audit-search.tsx'
import { countNew, listEntries } from './contract.ts'
import { Details } from './details.tsx'
import { Entries } from './entries.tsx'
import type { Entry } from './entry-cells.tsx'
import { Filters } from './filters.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Toolbar } from './toolbar.tsx'

type Props = {
  search: AuditSearch
  /** The cursors of the pages before this one; the first page's is empty. */
  before: readonly string[]
  go: (next: AuditSearch, before?: readonly string[]) => void
  hrefOf: (next: AuditSearch) => string
}

export const AuditLogHeader = headerOf(messages)

/** Every filter and choice of this page stands in its address. */
export function AuditLogPage({ search, before, go, hrefOf }: Props) {
  const t = useMessages(messages)
  const timeZone = search.zone === 'utc' ? 'UTC' : defaultTimeZone()
  const page = usePage(search)
  const { rows: entries = [], next, refused = {} } = page.data ?? {}
  const chosen = entries.find(({ id }) => id === search.entry)
  const asked = without(search, 'entry')
  // Pages, export and links keep to the filters that were applied.
  const log = { search: without(asked, ...namesOf(refused)), timeZone, go }
  const isNewest = search.cursor === undefined && search.endDate === undefined
  return (
    <LogContext value={log}>
      <Page>
        <AuditLogHeader />
        <Filters
          search={asked}
          refused={namesOf(refused)}
          people={peopleOf(entries)}
          platforms={platformsOf(entries)}
        />
        <Toolbar />
        {isNewest && page.data && (
          <NewEntries
            after={entries[0]?.timestamp ?? new Date(page.dataUpdatedAt).toISOString()}
            onShow={() => (search.range ? go(refreshed(log.search)) : void page.refetch())}
          />
        )}
        {page.isPending && <Skeleton rows={8} text={t.loading} />}
        {page.isError && (
          <Failure text={t.failed} error={page.error} onRetry={() => void page.refetch()} />
        )}
        {page.data && (
          <div aria-busy={page.isPlaceholderData || undefined}>
            <Entries entries={entries} hrefOf={hrefOf} />
          </div>
        )}
        <Pager search={log.search} before={before} next={next} go={go} />
        {chosen && <Details entry={chosen} onClose={() => go(log.search, before)} />}
      </Page>
    </LogContext>
  )
}

type PagerProps = Pick<Props, 'search' | 'before' | 'go'> & { next: string | undefined }

function Pager({ search, before, next, go }: PagerProps) {
  const t = useMessages(messages)

  function turnTo(cursor: string, turned: readonly string[]): void {
    go({ ...without(search, 'cursor'), ...(cursor !== '' && { cursor }) }, turned)
  }

  return (
    <nav className={styles.pager} aria-label={t.pages}>
      {search.cursor !== undefined && (
        <Button onClick={() => turnTo(before.at(-1) ?? '', before.slice(0, -1))}>
          {before.length > 0 ? t.previous : t.newest}
        </Button>
      )}
      {next !== undefined && (
        <Button onClick={() => turnTo(next, [...before, search.cursor ?? ''])}>{t.next}</Button>
      )}
    </nav>
  )
}

/** The names of the ids that stand on the page. */
function peopleOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ userId, user, targetId, target }) => [
      [userId ?? '', user] as const,
      [targetId ?? '', target] as const,
    ]),
  )
}

/** The portal's two areas, and the platforms that stand on the page. */
function platformsOf(entries: readonly Entry[]): string[] {
  return [...new Set(['portal', 'admin', ...entries.map(({ subSystem }) => subSystem)])]
}

function cursorOf({ cursor }: AuditSearch) {
  return cursor === undefined ? {} : { cursor }
}

function namesOf(refused: RefusedFilters) {
  return Object.keys(refused) as (keyof AuditSearch)[]
}

/** The server records each search, so nothing is fetched again without need. */
function usePage(search: AuditSearch) {
  const query = queryOf(search)
  return useQuery({
    queryKey: ['audit-log', query, search.cursor ?? ''],
    queryFn: ({ signal }) => callFiltered(listEntries, { ...query, ...cursorOf(search) }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function NewEntries({ after, onShow }: { after: string; onShow: () => void }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const query = { ...queryOf(useLog().search), after }
  const { data } = useQuery({
    queryKey: ['audit-log-new', query],
    queryFn: ({ signal }) => call(countNew, { query }, { signal, background: true }),
    refetchInterval: 20_000,
    staleTime: 20_000,
  })
  const count = data?.count ?? 0
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button variant="quiet" onClick={onShow}>
          {counted(t.newEvents, count, locale)}
        </Button>
      )}
    </div>
  )
}
