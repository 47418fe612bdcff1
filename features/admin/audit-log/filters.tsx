import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { RefusedFilters } from '#web/list-call.ts'
import { useColon, useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { ListFilters, type ListSearch } from '#web/ui/list-filters.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ViewTabs } from '#web/ui/view-tabs.tsx'
import { LogContext, refreshPeriod, useLog, without, type AuditSearch } from './audit-search.tsx'
import { LogMenu, type Live } from './log-menu.tsx'
import { LogSearch } from './log-search.tsx'
import { messages } from './texts/messages.ts'
import { OwnSearches } from './own-searches.tsx'
import { Period, PeriodForm, reasonOf } from './period.tsx'
import styles from './filters.module.css'
import { useFilters, views, type Name } from './log-filters.tsx'
import { useExport } from './use-export.tsx'

type Props = {
  search: AuditSearch
  /** Filters that the server rejected. The list is loaded without them. */
  refused: RefusedFilters
  /** Names of the users, admins, companies and platforms in the entries and in earlier suggestions, by id. */
  names: ReadonlyMap<string, string>
  /** Platform ids that the filter suggests. */
  platforms: readonly string[]
  /** Receives the names of suggestions. */
  onNames: (names: readonly Name[]) => void
  live: Live | undefined
}

/** Views as tabs above one line with the search field, the period, the active filters and the menu of options. */
export function Filters({ search: pageSearch, refused, names, platforms, onNames, live }: Props) {
  const t = useMessages(messages)
  const log = useLog()
  const [isChoosing, setChoosing] = useState(false)
  const search = without(pageSearch, 'cursor')
  const filters = useFilters({ search, names, platforms, onNames })
  const exporting = useExport()
  const isDateRefused = 'startDate' in refused || 'endDate' in refused
  return (
    <LogContext value={{ ...log, search }}>
      <Views />
      <section className={styles.filters} aria-label={t.filters}>
        <div className={`row-2 ${styles.line}`}>
          <LogSearch onNames={onNames} />
          <Period onChoose={() => setChoosing(true)} />
          <ListFilters
            filters={filters}
            view={{ search, onSearch: (next, options) => log.go(withoutEmpty(next), options) }}
            refused={refused}
          />
          <OwnSearches />
          {live?.isOn && <Following live={live} />}
          <LogMenu
            live={live}
            // Text that is not a filter matches no event, so there is nothing to export.
            onExport={search.q === undefined ? () => exporting.mutate() : undefined}
          />
        </div>
        {exporting.isPending && <p role="status">{t.exporting}</p>}
        {exporting.isError && <Failure text={t.exportFailed} error={exporting.error} />}
        {(isChoosing || isDateRefused) && (
          // The new key resets the fields when the Back button restores another period.
          <PeriodForm
            key={`${search.startDate} ${search.endDate}`}
            isStartFocused={isChoosing}
            onClose={() => setChoosing(false)}
          />
        )}
        <Refused refused={refused} />
      </section>
    </LogContext>
  )
}

/**
 * The tabs of the views. A saved view stores a relative period without its dates. It omits the time zone, and `q`, the
 * text that is not a filter.
 */
function Views() {
  const { search, timeZone, go } = useLog()
  const { zone, q: _, ...rest } = search
  const viewSearch = rest.range === undefined ? rest : without(rest, 'startDate', 'endDate')
  const open = (next: ListSearch) =>
    go(refreshPeriod({ ...withoutEmpty(next), ...(zone !== undefined && { zone }) }, timeZone))
  return (
    <ViewTabs
      page={adminLinks.auditLog}
      texts={messages}
      views={views}
      view={{ search: viewSearch, onSearch: open }}
    />
  )
}

function withoutEmpty(search: ListSearch): AuditSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => (value ?? '') !== ''))
}

/** A chip that is visible while the page follows the log. Following is turned on in the menu. */
function Following({ live }: { live: Live }) {
  const t = useMessages(messages)
  return (
    <button
      type="button"
      className={`${styles.own} ${styles.following}`}
      aria-pressed="true"
      onClick={() => live.onChange(false)}
    >
      {t.live}
    </button>
  )
}

/** Lists the rejected filters that have no chip, each with the reason. */
function Refused({ refused }: { refused: RefusedFilters }) {
  const t = useMessages(messages)
  const colon = useColon()
  const { search } = useLog()
  const titles = { startDate: t.from + colon, endDate: t.until + colon, cursor: '' }
  const names = (['startDate', 'endDate', 'cursor'] as const).filter((name) => name in refused)
  if (names.length === 0) return null
  return (
    <Notice kind="warning" title={t.notApplied}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {titles[name]}
            {reasonOf(t, name, search)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
