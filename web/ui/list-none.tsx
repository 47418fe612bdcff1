import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Illustration } from './illustration.tsx'
import type { ListFilter, ListView } from './list-filters.tsx'
import { listMessages } from './texts/messages.ts'
import type { List } from './use-list.ts'
import type { AnyViews } from './view-tabs.tsx'

/** Texts of a list that its page shows; `caption` is the title by default. */
export type ListTexts = {
  title?: string
  intro?: string
  caption?: string
  /** Label of the search for `q`. */
  search?: string
  /** Placeholder of the search, if its label is longer than the field on a phone. */
  searchShort?: string
  /** Label of the link to the page of a new record. */
  add?: string
  /** Empty state; `noneFound` replaces `none` and `noneHint` while filters are active. */
  none?: string
  noneHint?: string
  noneFound?: string
}

type Filtered = {
  list: Pick<List<{ id: string }>, 'endpoint'>
  view?: ListView | undefined
  filters?: readonly ListFilter[] | undefined
  views?: AnyViews
}

/** The empty state of a list, with a button that clears the filters. */
type NoneProps = Filtered & {
  t: ListTexts
  /** Sample code that shows what a record of the list is for. */
  example?: string | undefined
}

export function None({ t, example, ...filtered }: NoneProps) {
  const shared = useMessages(listMessages)
  const { view } = filtered
  const sort = view?.search['sort']
  const isFiltered = hasFilter(filtered)
  const noneFoundText = isFiltered ? t.noneFound : undefined
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{noneFoundText ?? t.none}</strong>
      {noneFoundText === undefined && t.noneHint && <p>{t.noneHint}</p>}
      {!isFiltered && example !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre dir="ltr" lang="en" tabIndex={0}>
          <code>{example}</code>
        </pre>
      )}
      {view && isFiltered && (
        <Button onClick={() => view.onSearch(sort === undefined ? {} : { sort })}>
          {shared.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** Returns true if the search narrows the list, other than by a parameter that only views set. */
function hasFilter({ list, view, filters = [], views = {} }: Filtered): boolean {
  const viewParameters = Object.values(views).flatMap((query) => Object.keys(query ?? {}))
  return Object.entries(view?.search ?? {}).some(([name, value]) => {
    if ((value ?? '') === '') return false
    if (filters.some((filter) => filter.name === name)) return true
    const isQueried = name !== 'sort' && list.endpoint.query?.shape[name] !== undefined
    return isQueried && !viewParameters.includes(name)
  })
}
