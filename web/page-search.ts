import { useLocation, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { hrefOf, type Link, type Page } from '#contract/links.ts'

type Search<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

type PageSearch<Name extends string> = {
  search: Search<Name>
  /** Replaces the query; Back leads to the one before only if `isReplaced` is false. */
  onSearch: (next: Search<Name>, isReplaced?: boolean) => void
  /** Replaces the query without scrolling: for another part of the same record. */
  onPart: (next: Search<Name>) => void
}

/** The last query of each list that this tab has shown, so that Back leads to the list as it was left. */
const lastQueries = new Map<string, Search<string>>()

/** Returns the query of this page and the functions that change it. An unsaved form does not stop them. */
export function usePageSearch<Name extends string>(page: Page<string, Name>): PageSearch<Name> {
  const router = useRouter()
  const { pathname } = useLocation()
  const search = useSearch({ strict: false } as never) as Search<Name>
  if (!page.path.includes('{')) lastQueries.set(page.path, search)
  const hrefTo = (next: Search<Name>) =>
    hrefOf({ path: pathname, search: next as Link['search'], permissions: [] })
  return {
    search,
    onSearch: (next, isReplaced = true) => {
      router.history[isReplaced ? 'replace' : 'push'](hrefTo(next), undefined, {
        ignoreBlocker: true,
      })
    },
    onPart: (next) => {
      const options = { replace: true, resetScroll: false, ignoreBlocker: true } as const
      void router.navigate({ to: pathname, search: next as never, ...options })
    },
  }
}

/** Returns the id in the address of this record. */
export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false } as never) as { id?: string }
  return id
}

/** Returns the link to a list with the query that it had in this tab. */
export function useListLink(list: Page<string, string>): Link {
  return { ...list(), search: lastQueries.get(list.path) ?? {} }
}

/** State of a history entry that follows an action: app/web/area.tsx leaves its snackbar open. */
const afterAction = { keepsSnackbar: true }

/** Returns the function that opens a page of the area after an action, also past an unsaved form. The snackbar stays. */
export function useOpen(): (link: Link, options?: { isReplaced?: boolean }) => void {
  const router = useRouter()
  return (link, { isReplaced = false } = {}) =>
    router.history[isReplaced ? 'replace' : 'push'](hrefOf(link), afterAction, {
      ignoreBlocker: true,
    })
}
