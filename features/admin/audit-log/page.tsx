import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '#contract/locale.ts'
import { defaultTimeZone } from '#contract/time-zone.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { queryOf, refreshed, without, type AuditSearch } from './audit-search.tsx'
import { countNew, listEntries } from './contract.ts'
import { DetailsPanel } from './details-panel.tsx'
import { EntriesPanel, type Entry } from './entries-panel.tsx'
import { FiltersPanel } from './filters-panel.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { ToolbarPanel } from './toolbar-panel.tsx'

type Props = {
  search: AuditSearch
  /** The cursors of the pages that were turned to get here; the first page's is empty. */
  before: readonly string[]
  go: (next: AuditSearch, before?: readonly string[]) => void
  hrefOf: (next: AuditSearch) => string
}

export function AuditLogHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

/** What was done, by whom, when and from where; all that is chosen here stands in the address. */
export function AuditLogPage({ search, before, go, hrefOf }: Props) {
  const t = useMessages(messages)
  const timeZone = search.zone === 'utc' ? 'UTC' : defaultTimeZone()
  const page = usePage(search)
  const entries = page.data?.entries
  const next = page.data?.next
  const chosen = entries?.find(({ id }) => id === search.entry)
  const all = without(search, 'entry')

  function turnTo(cursor: string, stack: readonly string[]): void {
    const first = without(all, 'cursor')
    go({ ...first, ...(cursor !== '' && { cursor }) }, stack)
  }

  return (
    <Page>
      <AuditLogHeader />
      <FiltersPanel search={all} timeZone={timeZone} people={peopleOf(entries ?? [])} go={go} />
      <ToolbarPanel search={all} timeZone={timeZone} go={go} />
      {search.cursor === undefined && search.endDate === undefined && entries && (
        <NewEvents
          search={search}
          after={entries[0]?.timestamp ?? new Date(page.dataUpdatedAt).toISOString()}
          onShow={() => (search.range ? go(refreshed(all)) : void page.refetch())}
        />
      )}
      {page.isPending && <Skeleton rows={8} text={t.loading} />}
      {page.isError && (
        <Failure text={t.failed} error={page.error} onRetry={() => void page.refetch()} />
      )}
      {entries && (
        <div aria-busy={page.isPlaceholderData || undefined}>
          <EntriesPanel {...{ entries, timeZone, go, hrefOf }} search={all} />
        </div>
      )}
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
      {chosen && (
        <DetailsPanel
          entry={chosen}
          timeZone={timeZone}
          search={all}
          go={go}
          onClose={() => go(all, before)}
        />
      )}
    </Page>
  )
}

/** Whose ids these are, as far as the page knows. */
function peopleOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ userId, user, targetId, target }) => [
      [userId ?? '', user] as const,
      [targetId ?? '', target] as const,
    ]),
  )
}

/** Each search is recorded by the server, so nothing is asked for twice without need. */
function usePage(search: AuditSearch) {
  const query = queryOf(search)
  return useQuery({
    queryKey: ['audit-log', query, search.cursor ?? ''],
    queryFn: async ({ signal }) => {
      let next: string | undefined
      const onNextPage = (cursor: string) => {
        next = cursor
      }
      const cursor = search.cursor === undefined ? {} : { cursor: search.cursor }
      const sent = { query: { ...query, ...cursor } }
      const entries = await call(listEntries, sent, { signal, onNextPage })
      return { entries, next }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

type NewProps = { search: AuditSearch; after: string; onShow: () => void }

function NewEvents({ search, after, onShow }: NewProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const query = { ...queryOf(search), after }
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
