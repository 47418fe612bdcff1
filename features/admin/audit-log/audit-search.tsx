const searchNames = [
  'startDate',
  'endDate',
  'range',
  'action',
  'user',
  'ipAddress',
  'subSystem',
  'requestId',
  'zone',
  'entry',
  'cursor',
] as const

/** What stands in the address; several actions are separated by commas. */
export type AuditSearch = Readonly<Partial<Record<(typeof searchNames)[number], string>>>

export const ranges = { lastHour: 1, lastDay: 24, lastWeek: 168, lastMonth: 720 } as const
export type Range = keyof typeof ranges

/** What the server is asked, from what stands in the address. */
export function queryOf(search: AuditSearch) {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = search
  const wanted = { startDate, endDate, user, ipAddress, subSystem, requestId }
  const given = Object.entries(wanted).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const actions = action?.split(',').filter(Boolean) ?? []
  return { ...Object.fromEntries(given), ...(actions.length > 0 && { action: actions }) }
}

/** The same period up to now: it is kept as its first moment, so that its pages belong together. */
export function refreshed(search: AuditSearch): AuditSearch {
  const hours = ranges[search.range as Range] as number | undefined
  if (hours === undefined) return search
  return { ...search, startDate: new Date(Date.now() - hours * 3_600_000).toISOString() }
}

export function without(search: AuditSearch, ...names: (keyof AuditSearch)[]): AuditSearch {
  const left = Object.entries(search).filter(([name]) => !names.includes(name as keyof AuditSearch))
  return Object.fromEntries(left)
}
