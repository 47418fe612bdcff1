import { Link, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { stringifySearch } from './search.ts'

export type Search = Readonly<Record<string, string | undefined>>

/**
 * Returns the query of this page and functions that change it. Back leads to the previous query, unless it was
 * replaced.
 */
export function usePageSearch(path: string) {
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  function go(next: Search, isReplaced = true): void {
    // The page changes its own URL, so a warning about unsaved input would be wrong.
    const [url, options] = [path + stringifySearch(next), { ignoreBlocker: true }]
    if (isReplaced) router.history.replace(url, undefined, options)
    else router.history.push(url, undefined, options)
  }
  const onSearch = (next: Search, isReplaced = false): void => go(next, isReplaced)
  /** Opens another part of the same record. The page keeps its scroll position, or scrolls itself. */
  function goWithin(next: Search): void {
    const options = { replace: true, resetScroll: false, ignoreBlocker: true } as const
    void router.navigate({ to: path, search: next as never, ...options })
  }
  return { search, go, goWithin, onSearch }
}

/** Returns a function that makes links to a page of the area, with this query. */
export function linkTo(to: string, search: Search, className?: string) {
  return (text: ReactNode) => (
    <Link to={to} search={search as never} {...(className !== undefined && { className })}>
      {text}
    </Link>
  )
}

/** Returns a function that makes links to one entry of a list, whose id is added to the query under `name`. */
export function linkToOne(to: string, search: Search, name: string, className?: string) {
  return (id: string, text: ReactNode) => linkTo(to, { ...search, [name]: id }, className)(text)
}
