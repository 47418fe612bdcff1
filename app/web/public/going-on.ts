/** How often this tab was sent on to a platform by itself. A platform that sends back would go on for ever. */
const memory = 'goingOn'
const spanMs = 60_000
const allowedTimes = 2

type Going = { origin: string; at: number }

/** False once the platform has sent somebody back for the second time within a minute. */
export function mayGoOn(url: string, now = Date.now()): boolean {
  const { origin } = new URL(url)
  const recent = read().filter(({ at }) => now - at < spanMs)
  if (recent.filter((going) => going.origin === origin).length >= allowedTimes) return false
  write([...recent, { origin, at: now }])
  return true
}

function read(): Going[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(memory) ?? '[]')
    return Array.isArray(kept) ? (kept as Going[]) : []
  } catch {
    return []
  }
}

/** For the life of this tab only: an address and a time. */
function write(goings: Going[]): void {
  try {
    sessionStorage.setItem(memory, JSON.stringify(goings))
  } catch {
    // Without a memory there is no guard, but the way on is still open.
  }
}
