import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { useLog, without } from './audit-search.tsx'
import { auditLog } from '#contract/admin-links.ts'
import { messages } from './texts/messages.ts'

/** Search parameters that change the display and are no filters. */
const displayOptions: readonly string[] = ['own', 'zone']

/** Shows the filters of a search without results, and a link to all events. */
export function NothingFound() {
  const t = useMessages(messages)
  const { clearFilters } = useMessages(listMessages)
  const { search, go } = useLog()
  const filters = auditLog.search.filter((name) => !displayOptions.includes(name))
  const { q } = search
  return (
    <div className="empty" role="status">
      <Illustration scene="empty" />
      <strong>{q === undefined ? t.empty : t.nothingMatches({ q })}</strong>
      {q !== undefined && <p>{t.searchFor}</p>}
      {filters.some((name) => search[name] !== undefined) && (
        <Button onClick={() => go(without(search, ...filters))}>{clearFilters}</Button>
      )}
    </div>
  )
}
