/** The page on whose URL `user` stays, too (specification, routes). */
const pageWithUser = '/sign-up'
/** Hidden tokens by the path before them, or by their name in the fragment. */
const tokens = new Map<string, string>()
/** The address that the query of a mailed link names, by the path before its token. */
const users = new Map<string, string>()

/** Returns the token in the path `{base}/{token}` and the URL to show instead; undefined if the path has no token. */
export function splitToken(
  base: string,
  path: string,
  search: string,
): { token: string; address: string } | undefined {
  if (!path.startsWith(`${base}/`)) return undefined
  const token = decodeComponent(path.slice(base.length + 1).replace(/\/$/, ''))
  if (!token || token.includes('/')) return undefined
  const parameters = new URLSearchParams(search)
  const rest = new URLSearchParams(
    ['redirect_url', ...(base === pageWithUser ? ['user'] : [])]
      .filter((name) => parameters.has(name))
      .map((name) => [name, parameters.get(name) ?? '']),
  ).toString()
  return { token, address: rest ? `${base}?${rest}` : base }
}

/** Mark of the history entry that a mailed link opened, so that the page can explain why a reload lost the token. */
type LinkEntry = { isLink?: true }

export function isLinkEntry(state: unknown): boolean {
  return (state as LinkEntry | null)?.isLink === true
}

/** Removes the token from the URL and the history, and keeps it in the memory of this page only (ST-12). */
export function hideToken(base: string): void {
  const split = splitToken(base, location.pathname, location.search)
  if (!split) return
  tokens.set(base, split.token)
  const user = new URLSearchParams(location.search).get('user')
  if (user) users.set(base, user)
  history.replaceState({ isLink: true } satisfies LinkEntry, '', split.address)
}

/** Hides a token in the fragment, for example `#sandbox=…`, which browsers never send to a server. */
export function hideFragment(name: string): void {
  const token = new URLSearchParams(location.hash.slice(1)).get(name)
  if (!token) return
  tokens.set(name, token)
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Returns the hidden token of a path, or of a name in the fragment. */
export function oneTimeToken(pathOrName: string): string | undefined {
  return tokens.get(pathOrName)
}

/** Returns the address that the query of a mailed link named, which may be any text; empty without one. */
export function linkUser(path: string): string {
  return users.get(path) ?? ''
}

export function forgetToken(pathOrName: string): void {
  tokens.delete(pathOrName)
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
