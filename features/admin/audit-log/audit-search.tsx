import { createContext, use } from 'react'
import type { auditLog } from '#contract/admin-links.ts'
import { midnight } from '#web/parts/activity-periods.ts'

/** The search parameters of the page. Actions are separated by commas. */
export type AuditSearch = Readonly<
  Partial<Record<(typeof auditLog.search)[number], string | undefined>>
>

type GoOptions = {
  /** Cursors of the pages before the page to open. By default those of the current page if its cursor is kept. */
  before?: readonly string[]
  /** True to replace the entry of the browser's history instead of adding one. */
  isReplaced?: boolean | undefined
}

/** Opens another search. */
export type Go = (next: AuditSearch, options?: GoOptions) => void

type LogView = { search: AuditSearch; timeZone: string; go: Go }

/** The search parameters of the page without `entry`, its time zone, and a function that opens another search. */
export const LogContext = createContext<LogView | undefined>(undefined)

export function useLog(): LogView {
  const view = use(LogContext)
  if (!view) throw new Error('outside of the audit log')
  return view
}

/** Length in hours of the periods that end now. The page also offers yesterday. */
const hoursByRange = { lastHour: 1, lastDay: 24, lastWeek: 168, lastMonth: 720 } as const
export const ranges = ['lastHour', 'lastDay', 'yesterday', 'lastWeek', 'lastMonth'] as const

/** Returns the API query for the search parameters. */
export function queryOf(search: AuditSearch) {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId, company } = search
  const filters = { startDate, endDate, user, ipAddress, subSystem, requestId, company }
  const pairs = Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const actions = action?.split(',').filter(Boolean) ?? []
  return { ...Object.fromEntries(pairs), ...(actions.length > 0 && { action: actions }) }
}

export type PeriodDates = { startDate?: string | undefined; endDate?: string | undefined }

/** Returns false if a time is missing or invalid, because NaN is not less than anything. */
export function endsBeforeStart({ startDate = '', endDate = '' }: PeriodDates): boolean {
  return Date.parse(endDate) < Date.parse(startDate)
}

/**
 * Computes the dates of a relative period again: both dates of yesterday in this time zone, or only the start of a
 * period that ends now. The start is a fixed time, so that all pages belong to the same search.
 */
export function refreshPeriod(search: AuditSearch, timeZone: string): AuditSearch {
  if (search.range === 'yesterday') {
    const now = new Date()
    const [startDate = '', endDate = ''] = [1, 0].map((daysBefore) =>
      midnight(now, daysBefore, timeZone).toISOString(),
    )
    return { ...search, startDate, endDate }
  }
  const hours = hoursByRange[search.range as keyof typeof hoursByRange] as number | undefined
  if (hours === undefined) return search
  return { ...search, startDate: new Date(Date.now() - hours * 3_600_000).toISOString() }
}

/** Returns the API query for the list, which omits the reader's own searches unless the reader shows them. */
export function listQueryOf(search: AuditSearch) {
  return { ...queryOf(search), ...(hidesOwn(search) && { ownSearches: 'hidden' as const }) }
}

/** Returns true unless the reader shows their own searches, or filters by one of the actions that record searches. */
function hidesOwn({ own, action = '' }: AuditSearch): boolean {
  if (own === 'shown') return false
  const actions = action.split(',')
  return !actions.includes('audit_log_searched') && !actions.includes('search_result_opened')
}

export function without(search: AuditSearch, ...names: (keyof AuditSearch)[]): AuditSearch {
  const rest = Object.entries(search).filter(([name]) => !names.includes(name as keyof AuditSearch))
  return Object.fromEntries(rest)
}
