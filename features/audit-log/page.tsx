import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#contract/locale.ts'
import { defaultTimeZone } from '#contract/time-zone.ts'
import { call } from '#web/api.ts'
import { CopyButton } from '#web/copy-button.tsx'
import { downloadAdmin } from '#web/download.ts'
import { Failure } from '#web/failure.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Skeleton } from '#web/skeleton.tsx'
import { sayDone, sayFailed } from '#web/snackbar.tsx'
import { NotConfirmed, useFreshCode } from '#web/step-up.tsx'
import { countNew, exportEntries, listEntries } from './contract.ts'
import { DetailsPanel } from './details-panel.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { FiltersPanel, queryOf, refreshed, type AuditSearch } from './filters-panel.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = {
  search: AuditSearch
  /** The cursors of the pages that were turned to get here; the first page's is empty. */
  before: readonly string[]
  go: (next: AuditSearch, before?: readonly string[]) => void
  hrefOf: (next: AuditSearch) => string
}

/** What was done, by whom, when and from where; all that is chosen here stands in the address. */
export function AuditLogPage({ search, before, go, hrefOf }: Props) {
  const say = useWords(words)
  const { zone, entry: shown, ...rest } = search
  const timeZone = zone === 'utc' ? 'UTC' : defaultTimeZone()
  const page = usePage(search)
  const entries = page.data?.entries
  const next = page.data?.next
  const chosen = entries?.find(({ id }) => id === shown)
  const all = { ...rest, ...(zone !== undefined && { zone }) }

  function turnTo(cursor: string, stack: readonly string[]): void {
    const { cursor: _, ...first } = all
    go({ ...first, ...(cursor !== '' && { cursor }) }, stack)
  }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PageTitle>{say.title}</PageTitle>
        <p>{say.intro}</p>
      </header>
      <FiltersPanel search={all} timeZone={timeZone} go={go} />
      <Toolbar search={all} timeZone={timeZone} go={go} />
      {search.cursor === undefined && search.endDate === undefined && entries && (
        <NewEvents
          search={search}
          after={entries[0]?.timestamp ?? new Date(page.dataUpdatedAt).toISOString()}
          onShow={() => (search.range ? go(refreshed(all)) : void page.refetch())}
        />
      )}
      {page.isPending && <Skeleton rows={8} text={say.loading} />}
      {page.isError && (
        <Failure text={say.failed} error={page.error} onRetry={() => void page.refetch()} />
      )}
      {entries && (
        <div aria-busy={page.isPlaceholderData || undefined}>
          <EntriesPanel {...{ entries, timeZone, go, hrefOf }} search={all} />
        </div>
      )}
      <nav className={styles.pager} aria-label={say.pages}>
        {search.cursor !== undefined && (
          <button
            type="button"
            className="secondary-button"
            onClick={() => turnTo(before.at(-1) ?? '', before.slice(0, -1))}
          >
            {before.length > 0 ? say.previous : say.newest}
          </button>
        )}
        {next !== undefined && (
          <button
            type="button"
            className="secondary-button"
            onClick={() => turnTo(next, [...before, search.cursor ?? ''])}
          >
            {say.next}
          </button>
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
    </div>
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
  const say = useWords(words)
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
        <button type="button" className="quiet-button" onClick={onShow}>
          {counted(say.newEvents, count, locale)}
        </button>
      )}
    </div>
  )
}

type ToolbarProps = { search: AuditSearch; timeZone: string; go: Props['go'] }

function Toolbar({ search, timeZone, go }: ToolbarProps) {
  const say = useWords(words)
  const { zone, ...rest } = search
  const own = defaultTimeZone()
  return (
    <div className={styles.toolbar}>
      <label>
        {say.times}
        <select
          value={timeZone}
          onChange={({ target }) => go(target.value === own ? rest : { ...rest, zone: 'utc' })}
        >
          {[...new Set([own, 'UTC'])].map((name) => (
            <option key={name} value={name}>
              {name === 'UTC' ? say.utc : name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      <CopyButton text={location.href}>{say.copyLink}</CopyButton>
      <ExportButton search={search} />
    </div>
  )
}

function ExportButton({ search }: { search: AuditSearch }) {
  const say = useWords(words)
  const { withFreshCode, dialog } = useFreshCode()
  const [isRunning, setRunning] = useState(false)

  async function save(): Promise<void> {
    const pairs = Object.entries(queryOf(search)).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    setRunning(true)
    try {
      await withFreshCode(() =>
        downloadAdmin(`${exportEntries.path}?${new URLSearchParams(pairs)}`),
      )
      sayDone(say.exported)
    } catch (error) {
      if (!(error instanceof NotConfirmed)) sayFailed(say.exportFailed, error as object)
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <button
        type="button"
        className="secondary-button"
        aria-disabled={isRunning || undefined}
        aria-describedby="export-hint"
        onClick={() => !isRunning && void save()}
      >
        {isRunning ? say.exporting : say.export}
      </button>
      <small id="export-hint" className={styles.hint}>
        {say.exportHint}
      </small>
      {dialog}
    </>
  )
}
