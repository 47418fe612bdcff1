import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Illustration } from './illustration.tsx'
import type { ListView } from './list-filters.tsx'
import { listMessages } from './list-messages.ts'
import type { ListViews } from './view-tabs.tsx'

type NoneProps = {
  t: { none?: string; noneHint?: string }
  view: ListView | undefined
  noFilters: ListViews['names'] | undefined
}

/** A list without rows, and the way back from its filters. */
export function None({ t, view, noFilters = [] }: NoneProps) {
  const shared = useMessages(listMessages)
  const { sort, ...asked } = view?.search ?? {}
  const isFiltered = Object.entries(asked).some(
    ([name, value]) => !noFilters.includes(name) && (value ?? '') !== '',
  )
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{t.none}</strong>
      {t.noneHint !== undefined && <p>{t.noneHint}</p>}
      {view && isFiltered && (
        <Button onClick={() => view.onSearch(sort === undefined ? {} : { sort })}>
          {shared.clearFilters}
        </Button>
      )}
    </div>
  )
}
