import { useMessages } from '#web/locale.ts'
import { useLog } from './audit-search.tsx'
import { messages } from './texts/messages.ts'

/** A page of the log. */
export type LogPage = { rows: readonly unknown[]; next?: string | undefined }

/** Shows the number of matching events, if all of them are on this page. */
export function LogCount({ page }: { page: LogPage | undefined }) {
  const t = useMessages(messages)
  const { search } = useLog()
  const isAll = page && page.next === undefined && search.cursor === undefined
  return (
    <p role="status" className="hint unless-empty">
      {isAll && page.rows.length > 0 && t.events({ count: page.rows.length })}
    </p>
  )
}
