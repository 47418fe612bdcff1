import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { numberFormat } from '#contract/locale.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { loadChunk } from '#web/lazy.tsx'
import { callFiltered } from '#web/list-call.ts'
import { usePageSearch } from '#web/page-search.ts'
import { momentsOfDays } from '#web/parts/activity-periods.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { Page, headerOf } from '#web/ui/page.tsx'
import {
  listQueryOf,
  LogContext,
  refreshPeriod,
  useLog,
  without,
  type AuditSearch,
  type Go,
} from './audit-search.tsx'
import { countNew, listEntries } from './contract.ts'
import { Entries } from './entries.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { Entry } from './entry-cells.tsx'
import { Filters } from './filters.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const loadParts = async () => (await loadChunk(() => import('./later-parts.tsx'))).laterParts
const Details = lazy(async () => ({ default: (await loadParts()).Details }))
const Histogram = lazy(async () => ({ default: (await loadParts()).Histogram }))

const RefusedRequests = lazy(async () => ({ default: (await loadParts()).RefusedRequests }))

const Header = headerOf(messages)

export function AuditLogHeader() {
  return (
    <div className={`stack-3 ${styles.header}`}>
      <Header />
    </div>
  )
}

/** The audit log page. The URL contains the filters, the options and the open entry, but not `isLive`. */
export function AuditLogPage() {
  const { search: urlSearch } = usePageSearch(adminLinks.auditLog)
  const { before, go } = usePaging(urlSearch.cursor)
  const timeZone = urlSearch.zone === 'utc' ? 'UTC' : defaultTimeZone()
  const search = usePeriodDates(urlSearch, timeZone)
  const page = usePage(search)
  const { rows: entries = [], next, refused = {} } = page.data ?? {}
  const [suggestedNames, setSuggestedNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [isLive, setLive] = useState(false)
  const pageSearch = without(search, 'entry')
  // Pages, export and links must use only the filters that were applied.
  const refusedNames = Object.keys(refused) as (keyof AuditSearch)[]
  const log = { search: without(pageSearch, ...refusedNames), timeZone, go }
  const isNewest = search.cursor === undefined && search.endDate === undefined
  return (
    <LogContext value={log}>
      <Page isWide>
        <AuditLogHeader />
        <div className={`stack-3 ${styles.parts}`}>
          <Filters
            search={pageSearch}
            refused={refused}
            names={new Map([...suggestedNames, ...namesIn(entries)])}
            platforms={platformsOf(entries)}
            onNames={(names) => setSuggestedNames((before) => new Map([...before, ...names]))}
            live={isNewest ? { isOn: isLive, onChange: setLive } : undefined}
          />
          {/* `q` is a typed text that matched no suggestion, so nothing is fetched. */}
          {search.q === undefined ? (
            <>
              <Suspense fallback={<div className={styles.histogramPlace} />}>
                <Histogram page={page.data} />
              </Suspense>
              {search.requestId !== undefined && (
                <Suspense>
                  <RefusedRequests requestId={search.requestId} />
                </Suspense>
              )}
              <EntriesSection page={page} isLive={isLive} isNewest={isNewest} />
              <Pager before={before} next={next} />
              <AsOf time={page.data?.asOf} />
            </>
          ) : (
            <NothingFound />
          )}
        </div>
        <OpenEntry entries={entries} id={search.entry} />
      </Page>
    </LogContext>
  )
}

/**
 * Returns the function that opens other searches, and the cursors of the previous pages. The first page has an empty
 * cursor. The history entry stores the cursors, because a shared link does not need them.
 */
function usePaging(cursor: string | undefined) {
  const { history } = useRouter()
  const { before = [] } = useLocation().state as { before?: string[] }
  const go: Go = (next, { before: cursors, isReplaced = false } = {}) => {
    // An entry opens on the same page, whose previous pages stay the same.
    const cursorsBefore = cursors ?? (next.cursor === cursor ? before : [])
    history[isReplaced ? 'replace' : 'push'](links.hrefOf(adminLinks.auditLog(next)), {
      before: [...cursorsBefore],
    })
  }
  return { before, go }
}

type OpenEntryProps = { entries: readonly Entry[]; id: string | undefined }

/** Shows the entry in the URL, with links to the next and previous entries on the page. */
function OpenEntry({ entries, id }: OpenEntryProps) {
  const { search, go } = useLog()
  const index = entries.findIndex((each) => each.id === id)
  const [entry, previous, next] = [entries[index], entries[index - 1], entries[index + 1]]
  const openerOf = (other: Entry | undefined) =>
    other && (() => go({ ...search, entry: other.id }, { isReplaced: true }))
  return (
    <Suspense>
      {entry && (
        <Details
          entry={entry}
          onClose={() => go(search)}
          previous={openerOf(previous)}
          next={openerOf(next)}
        />
      )}
    </Suspense>
  )
}

type SectionProps = {
  page: ReturnType<typeof usePage>
  isLive: boolean
  isNewest: boolean
}

/** Shows the entries, or the loading, error or empty state, below the notice of new entries. */
function EntriesSection({ page, isLive, isNewest }: SectionProps) {
  const [t, list] = [useMessages(messages), useMessages(listMessages)]
  const { locale } = useLocale()
  const { search, timeZone, go } = useLog()
  const { rows: entries = [], scanned } = page.data ?? {}
  return (
    <>
      {isNewest && page.data && (
        <NewEntries
          after={entries[0]?.timestamp ?? new Date(page.dataUpdatedAt).toISOString()}
          isLive={isLive}
          onShow={() => {
            // Following only refetches, because each `go` adds an entry to the browser's history.
            if (search.range && !isLive) go(refreshPeriod(search, timeZone))
            else void page.refetch()
          }}
        />
      )}
      {page.isPending && <Skeleton rows={8} text={t.loading} />}
      {page.isError && (
        <Failure text={t.failed} error={page.error} onRetry={() => void page.refetch()} />
      )}
      {page.data && (
        <div aria-busy={page.isPlaceholderData || undefined}>
          {entries.length > 0 ? <Entries entries={entries} /> : <NothingFound />}
        </div>
      )}
      {/* Explains a short page: no index serves this combination of filters, so more entries may match. */}
      {scanned !== undefined && (
        <p role="status">{list.scanned({ count: numberFormat(locale).format(scanned) })}</p>
      )}
    </>
  )
}

/**
 * Adds the dates of a relative period to a URL without them, such as a link. They are computed from the time at which
 * the page opens. Days in the URL become moments in the time zone of the page.
 */
function usePeriodDates(search: AuditSearch, timeZone: string): AuditSearch {
  const { range, startDate } = search
  const dates = useMemo(
    () =>
      range === undefined || startDate !== undefined ? {} : refreshPeriod({ range }, timeZone),
    [range, startDate, timeZone],
  )
  return { ...search, ...momentsOfDays({ ...search, ...dates }, timeZone) }
}

function Pager({ before, next }: { before: readonly string[]; next: string | undefined }) {
  const t = useMessages(messages)
  const { search, go } = useLog()

  function turnTo(cursor: string, cursorsBefore: readonly string[]): void {
    const firstPage = without(search, 'cursor')
    go(cursor === '' ? firstPage : { ...firstPage, cursor }, { before: cursorsBefore })
  }

  return (
    <nav className={`row-2 ${styles.pager}`} aria-label={t.pages}>
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

function namesIn(entries: readonly Entry[]): [string, string][] {
  const names = entries.flatMap(({ userId, user, targetId, target, names }): [string, string][] => [
    [userId ?? '', user],
    [targetId ?? '', target],
    ...Object.entries(names),
  ])
  return names.filter(([, name]) => name !== '')
}

/** Returns the user and admin areas of the portal, and the platforms and areas of the entries on the page. */
function platformsOf(entries: readonly Entry[]): string[] {
  return [...new Set(['portal', 'admin', ...entries.map(({ subSystem }) => subSystem)])]
}

/** Fetches a page of entries. Never refetches it automatically, because past events do not change. */
function usePage(search: AuditSearch) {
  const query = listQueryOf(search)
  return useQuery({
    enabled: search.q === undefined,
    queryKey: ['audit-log', query, search.cursor ?? ''],
    queryFn: ({ signal }) =>
      callFiltered(listEntries, { query: { ...query, cursor: search.cursor } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

type NewProps = { after: string; isLive: boolean; onShow: () => void }

/** Shows the number of new entries. While the page follows the log, shows the entries immediately. */
function NewEntries({ after, isLive, onShow }: NewProps) {
  const t = useMessages(messages)
  const query = { ...listQueryOf(useLog().search), after }
  const { data } = useQuery({
    queryKey: ['audit-log-new', query],
    queryFn: ({ signal }) => call(countNew, { query }, { signal, background: true }),
    refetchInterval: isLive ? 5_000 : 20_000,
    staleTime: isLive ? 0 : 20_000,
  })
  const count = data?.count ?? 0
  const show = useEffectEvent(onShow)

  useEffect(() => {
    if (isLive && count > 0) show()
  }, [isLive, count])

  return (
    <div role="status" className={`unless-empty ${styles.news}`}>
      {count > 0 && !isLive && (
        <Button variant="quiet" onClick={onShow}>
          {t.newEvents({ count })}
        </Button>
      )}
    </div>
  )
}
