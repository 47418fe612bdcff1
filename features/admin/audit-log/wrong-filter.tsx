import type { MessagesOf } from '#contract/locale.ts'
import { endsBeforeStart, type Period } from './audit-search.tsx'
import type { messages } from './texts/messages.ts'

/** Returns the reason why a part of the URL was not applied, as text. */
export function reasonOf(
  t: MessagesOf<typeof messages>,
  name: 'startDate' | 'endDate' | 'cursor',
  search: Period,
): string {
  if (name === 'cursor') return t.wrong_cursor
  return name === 'endDate' && endsBeforeStart(search) ? t.endsBeforeStart : t.wrong_date
}
