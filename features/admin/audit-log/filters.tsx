import { lazy, Suspense, useId, useState } from 'react'
import { loadChunk } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LogContext, useLog, without, type AuditSearch } from './audit-search.tsx'
import { Chips, Period } from './chips.tsx'
import { LogSearch } from './log-search.tsx'
import { messages } from './messages.ts'
import styles from './filters.module.css'
import { reasonOf } from './wrong-filter.tsx'

const FilterForm = lazy(async () => {
  const { laterParts } = await loadChunk(() => import('./later-parts.tsx'))
  return { default: laterParts.FilterForm }
})

type Props = {
  search: AuditSearch
  /** The names of the filters that the server refused: the list is shown without them. */
  refused: readonly (keyof AuditSearch)[]
  /** The names of the ids of users, admins, companies and platforms that the page knows. */
  names: ReadonlyMap<string, string>
  /** The ids to suggest as a platform. */
  platforms: readonly string[]
  onName: (id: string, name: string) => void
}

/** One line: the period, a search of everything, and more filters below it once they are wanted. */
export function Filters({ search: asked, refused, names, platforms, onName }: Props) {
  const t = useMessages(messages)
  const id = useId()
  const [isOpen, setOpen] = useState(refused.length > 0)
  const log = useLog()
  const search = without(asked, 'cursor')
  const isShown = isOpen || refused.length > 0
  return (
    <LogContext value={{ ...log, search }}>
      <section className={styles.filters} aria-label={t.filters}>
        <div className={styles.line}>
          <Period />
          <LogSearch onName={onName} />
          <Button
            aria-expanded={isShown}
            aria-controls={`${id}-form`}
            onClick={() => setOpen(!isShown)}
          >
            {t.addFilter}
          </Button>
        </div>
        <Refused names={refused} />
        <div id={`${id}-form`} hidden={!isShown} className="card">
          {/* The key fills the fields again when Back brings another search. */}
          {isShown && (
            <Suspense>
              <FilterForm
                key={JSON.stringify([search, refused])}
                platforms={platforms}
                refused={refused}
              />
            </Suspense>
          )}
        </div>
        <Chips names={names} />
      </section>
    </LogContext>
  )
}

/** The filters of the address that were not applied, each with the reason. */
function Refused({ names }: { names: Props['refused'] }) {
  const t = useMessages(messages)
  const { search } = useLog()
  if (names.length === 0) return null
  const titles: Readonly<Record<string, unknown>> = { ...t, startDate: t.from, endDate: t.until }
  return (
    <Notice kind="warning" title={t.notApplied}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {name !== 'cursor' && `${String(titles[name])}: `}
            {reasonOf(t, name, search)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
