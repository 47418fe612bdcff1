const carried = ['redirect_url', 'user']
const kept = new Map<string, string>()

/** The token in `/x/{token}`, and the address that the browser shows instead. */
export function splitToken(
  base: string,
  path: string,
  search: string,
): { token: string; address: string } | undefined {
  if (!path.startsWith(`${base}/`)) return undefined
  const token = decoded(path.slice(base.length + 1).replace(/\/$/, ''))
  if (!token || token.includes('/')) return undefined
  const sent = new URLSearchParams(search)
  const rest = new URLSearchParams(
    carried.flatMap((name) =>
      sent
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  ).toString()
  return { token, address: rest ? `${base}?${rest}` : base }
}

/** Takes the token out of the address bar and the history; only this page's memory keeps it. */
export function hideToken(base: string): void {
  const found = splitToken(base, location.pathname, location.search)
  if (!found) return
  kept.set(base, found.token)
  history.replaceState(history.state, '', found.address)
}

/** The same for one behind the #, such as `#sandbox=…`, which no server has seen. */
export function hideFragment(name: string): void {
  const found = new URLSearchParams(location.hash.slice(1)).get(name)
  if (!found) return
  kept.set(name, found)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export function oneTimeToken(base: string): string | undefined {
  return kept.get(base)
}

export function forgetToken(base: string): void {
  kept.delete(base)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
