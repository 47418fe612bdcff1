import { createCall, type Answer } from '#contract/call.ts'
import { extendLogin, type Area } from './device.ts'
import { settings } from './settings.ts'

/** The browser's one way to the API. */
export const call = createCall({
  fetch: (input, init) => fetch(input, init),
  base: (path) => (areaOf(path) === 'admin' ? settings().adminApi : settings().usersApi) + path,
  onAnswer: noteAnswer,
})

let expiresAt: number | undefined
const listeners = new Set<() => void>()

/** When the server ends this session unless something happens: milliseconds since 1970. */
export function sessionExpiresAt(): number | undefined {
  return expiresAt
}

export function onSessionExpiry(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function noteAnswer({ path, ok, response }: Answer): void {
  if (ok) extendLogin(areaOf(path))
  const seconds = Number(response.headers.get('x-session-expires') ?? 0)
  if (!(seconds > 0)) return
  expiresAt = seconds * 1000
  for (const listener of listeners) listener()
}

function areaOf(path: string): Area {
  return path === '/admin' || path.startsWith('/admin/') ? 'admin' : 'user'
}
