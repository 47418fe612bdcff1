import { useLocation, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { hrefOf, type Link, type Page } from '#contract/links.ts'

export type SearchOptions = {
  /** True if the new query replaces the history entry, so that Back skips the old query. */
  isReplaced?: boolean
}

type Search<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

type PageSearch<Name extends string> = {
  search: Search<Name>
  /** Changes the query. Replaces the history entry by default. */
  onSearch: (next: Search<Name>, options?: SearchOptions) => void
  /**
   * Replaces the query without scrolling, for another part of the same record. `asksFirst`: an unsaved form asks before
   * this, because its part would lose its input.
   */
  onPart: (next: Search<Name>, options?: { asksFirst?: boolean }) => void
}

/** Last query of each list in this tab, so that a link back restores the list. */
const lastQueries = new Map<string, Search<string>>()

/** Returns the query of this page, and the functions that change it, by default even if a form is unsaved. */
export function usePageSearch<Name extends string>(page: Page<string, Name>): PageSearch<Name> {
  const router = useRouter()
  const { pathname } = useLocation()
  const search = useSearch({ strict: false } as never) as Search<Name>
  const isOfRecord = page.path.includes('{')
  if (!isOfRecord) lastQueries.set(page.path, search)
  const hrefTo = (next: Search<Name>) =>
    hrefOf({ path: pathname, search: next as Link['search'], permissions: [] })
  return {
    search,
    onSearch: (next, { isReplaced = true } = {}) => {
      router.history[isReplaced ? 'replace' : 'push'](hrefTo(next), undefined, {
        ignoreBlocker: true,
      })
    },
    onPart: (next, { asksFirst = false } = {}) => {
      const options = { replace: true, resetScroll: false, ignoreBlocker: !asksFirst }
      void router.navigate({ to: pathname, search: next as never, ...options })
    },
  }
}

/** Returns the record id in the URL of this page. */
export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false } as never) as { id?: string }
  return id
}

/** Returns the link to a list with its last query in this tab. */
export function useListLink(list: Page<string, string>): Link {
  return { ...list(), search: lastQueries.get(list.path) ?? {} }
}

/** State of a history entry after an action: app/web/area.tsx then keeps its snackbar open. */
const afterAction = { keepsSnackbar: true }

/** Returns the function that opens a page after an action, even if a form is unsaved. Keeps the snackbar open. */
export function useOpen(): (link: Link, options?: { isReplaced?: boolean }) => void {
  const router = useRouter()
  return (link, { isReplaced = false } = {}) =>
    router.history[isReplaced ? 'replace' : 'push'](hrefOf(link), afterAction, {
      ignoreBlocker: true,
    })
}
