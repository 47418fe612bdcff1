import type { MessagesOf } from '#contract/locale.ts'
import { endsBeforeStart, type AuditSearch } from './audit-search.tsx'
import type { messages } from './messages.ts'

/** Why a filter was not applied, in words. */
export function reasonOf(
  t: MessagesOf<typeof messages>,
  name: keyof AuditSearch,
  search: AuditSearch,
): string {
  if (name === 'endDate' && endsBeforeStart(search)) return t.endsBeforeStart
  if (name === 'startDate' || name === 'endDate') return t.wrong_date
  return (t as Readonly<Record<string, unknown>>)[`wrong_${name}`] as string
}
