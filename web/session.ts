import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Area } from './device.ts'

/** What the tabs of this browser tell each other. */
export type TabMessage =
  | { kind: 'extended'; area: Area; expiresAt: number }
  | { kind: 'logged-in' | 'logged-out'; area: Area }

const expiries = new Map<Area, number>()
const saidListeners = new Set<(said: TabMessage) => void>()
const loggedOutListeners = new Set<(error: unknown) => void>()
let channel: BroadcastChannel | undefined

/** When the server ends this session unless something happens, by this browser's clock. */
export function sessionExpiresAt(area: Area): number | undefined {
  return expiries.get(area)
}

/** Any answer in any tab counts for all of them. */
export function noteExpiry(area: Area, response: Response): void {
  const expiresSeconds = Number(response.headers.get('x-session-expires') ?? 0)
  if (!(expiresSeconds > 0)) return
  // The two clocks may differ: what counts is how long the server says that it will last.
  const serverNow = Date.parse(response.headers.get('date') ?? '')
  const leftMs = expiresSeconds * 1000 - (Number.isNaN(serverNow) ? Date.now() : serverNow)
  const said: TabMessage = { kind: 'extended', area, expiresAt: Date.now() + leftMs }
  hear(said)
  broadcast(said)
}

/** To every other tab; this one knows already. */
export function broadcast(said: TabMessage): void {
  openChannel()?.postMessage(said)
}

export function onTabMessage(listener: (said: TabMessage) => void): () => void {
  openChannel()
  saidListeners.add(listener)
  return () => saidListeners.delete(listener)
}

/** Only where it is the first thing wrong: any other 401 is the affair of whoever asked. */
export function isLoggedOutMessage(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const code = error.faults[0]?.code
  return code === errorCodes.notLoggedIn || code === errorCodes.adminNotLoggedIn
}

/** Called when any call of this page, also a form's, is answered that nobody is logged in. */
export function onLoggedOut(listener: (error: unknown) => void): () => void {
  loggedOutListeners.add(listener)
  return () => loggedOutListeners.delete(listener)
}

export function noteLoggedOut(error: unknown): void {
  for (const listener of loggedOutListeners) listener(error)
}

/** Then the page itself says so, and a form has nothing to add. */
export function isPagesAffair(error: unknown): boolean {
  return isLoggedOutMessage(error) && loggedOutListeners.size > 0
}

function hear(said: TabMessage): void {
  if (said.kind === 'extended') expiries.set(said.area, said.expiresAt)
  for (const listener of saidListeners) listener(said)
}

function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel('session')
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
  return channel
}
