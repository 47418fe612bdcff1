import { useRouter, useSearch } from '@tanstack/react-router'
import { stringifySearch } from '../search.ts'

export type Search = Readonly<Record<string, string | undefined>>

/** What stands behind the question mark of this page, and the way to another one; typing leaves no trace in Back. */
export function usePageSearch(path: string) {
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  function go(next: Search, { replace = false } = {}): void {
    const href = path + stringifySearch(next)
    // Not a way that she takes herself: nobody is asked whether to leave.
    if (replace) router.history.replace(href, undefined, { ignoreBlocker: true })
    else router.history.push(href)
  }
  return { search, go }
}
