import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Illustration } from './illustration.tsx'
import type { ListView } from './list-filters.tsx'
import { listMessages } from './texts/messages.ts'
import type { ListViews } from './view-tabs.tsx'

type NoneProps = {
  /** `noneFound` replaces `none` and `noneHint` while filters are active. */
  t: { none?: string; noneHint?: string; noneFound?: string }
  view: ListView | undefined
  noFilters: ListViews['names'] | undefined
}

/** The empty state of a list, with a button that clears the filters. */
export function None({ t, view, noFilters = [] }: NoneProps) {
  const shared = useMessages(listMessages)
  const { sort, ...asked } = view?.search ?? {}
  const isFiltered = Object.entries(asked).some(
    ([name, value]) => !noFilters.includes(name) && (value ?? '') !== '',
  )
  const found = isFiltered ? t.noneFound : undefined
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{found ?? t.none}</strong>
      {found === undefined && t.noneHint !== undefined && <p>{t.noneHint}</p>}
      {view && isFiltered && (
        <Button onClick={() => view.onSearch(sort === undefined ? {} : { sort })}>
          {shared.clearFilters}
        </Button>
      )}
    </div>
  )
}
