import { Link, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { stringifySearch } from '../search.ts'

export type Search = Readonly<Record<string, string | undefined>>

/** The query of this page, and a function that changes it; with `replace` the history gets no entry. */
export function usePageSearch(path: string) {
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  function go(next: Search, { replace = false } = {}): void {
    const href = path + stringifySearch(next)
    // The page changes its own URL: a warning about unsaved input would be wrong.
    if (replace) router.history.replace(href, undefined, { ignoreBlocker: true })
    else router.history.push(href)
  }
  return { search, go }
}

/** Makes links to a page of the admin area with this query. */
export function linkTo(to: string, search: Search, className?: string) {
  return (text: ReactNode) => (
    <Link to={to} search={search as never} {...(className !== undefined && { className })}>
      {text}
    </Link>
  )
}

/** Makes links to one entry of a list, whose id is added to the query under `name`. */
export function linkToOne(to: string, search: Search, name: string, className?: string) {
  return (id: string, text: ReactNode) => linkTo(to, { ...search, [name]: id }, className)(text)
}
