import { ApprovalAsked } from '#contract/call.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Area } from './browser-storage.ts'

/** A message between the tabs of this browser. */
export type TabMessage =
  | { kind: 'extended'; area: Area; expiresAt: number }
  | { kind: 'logged-in' | 'logged-out'; area: Area }

/** Thrown if the user closes the step-up dialog without a proof. Nothing was changed, and no message is needed. */
export class StepUpCancelled extends Error {}

const expiries = new Map<Area, number>()
const tabListeners = new Set<(message: TabMessage) => void>()
let handleLoggedOut: ((error: unknown) => void) | undefined
let handleApproval: ((approval: ApprovalAsked) => void) | undefined
let handleStepUp: ((refusal: Refusal) => Promise<void>) | undefined
let channel: BroadcastChannel | undefined

/**
 * Returns the time of the idle timeout by the clock of this browser, in milliseconds since 1970. Undefined if unknown.
 */
export function sessionExpiresAt(area: Area): number | undefined {
  return expiries.get(area)
}

/** Records for all tabs the session expiry that a response reports. */
export function noteExpiry(area: Area, response: Response): void {
  const expiresAtSeconds = Number(response.headers.get('x-session-expires') ?? 0)
  if (!(expiresAtSeconds > 0)) return
  // The clocks of browser and server may differ, so only the remaining time counts.
  const serverNow = Date.parse(response.headers.get('date') ?? '')
  const leftMs = expiresAtSeconds * 1000 - (Number.isNaN(serverNow) ? Date.now() : serverNow)
  noteSessionEnd(area, Date.now() + leftMs)
}

/** Records for all tabs the time of the idle timeout, by the clock of this browser in milliseconds since 1970. */
export function noteSessionEnd(area: Area, expiresAt: number): void {
  const message: TabMessage = { kind: 'extended', area, expiresAt }
  receive(message)
  broadcast(message)
}

/** Sends a message to every other tab. */
export function broadcast(message: TabMessage): void {
  openChannel()?.postMessage(message)
}

/** Adds a listener for messages of this and other tabs. Returns a function that removes it. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  openChannel()
  tabListeners.add(listener)
  return () => tabListeners.delete(listener)
}

/** Returns true if the error reports a missing session. Callers handle any other 401. */
export function isLoggedOutError(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const code = error.faults[0]?.code
  return code === errorCodes.notLoggedIn || code === errorCodes.adminNotLoggedIn
}

/** Sets the handler for calls that fail without a session. */
export function onLoggedOut(handler: (error: unknown) => void): void {
  handleLoggedOut = handler
}

/** Calls the handler of `onLoggedOut`. */
export function reportLoggedOut(error: unknown): void {
  handleLoggedOut?.(error)
}

/** Sets the handler that performs step-up authentication for a call. Pass undefined when the page unmounts. */
export function onStepUp(handler: typeof handleStepUp): void {
  handleStepUp = handler
}

/**
 * Resolves after step-up authentication, when the call may be repeated. Throws StepUpCancelled if the user cancels.
 * Rethrows the error if it does not require step-up authentication, or if the page has no handler for it.
 */
export async function stepUpFor(error: unknown): Promise<void> {
  const requiresStepUp = error instanceof Refusal && error.code === errorCodes.stepUpRequired
  if (!requiresStepUp || !handleStepUp) throw error
  await handleStepUp(error)
}

/** Sets the handler for actions that wait for two-person approval. Pass undefined when the page unmounts. */
export function onApprovalAsked(handler: typeof handleApproval): void {
  handleApproval = handler
}

/** Calls the handler of `onApprovalAsked`. */
export function reportApprovalAsked(approval: ApprovalAsked): void {
  handleApproval?.(approval)
}

/** Returns true if the page handles the error, so that a form need not show it. */
export function isHandledByPage(error: unknown): boolean {
  if (error instanceof StepUpCancelled) return true
  if (error instanceof ApprovalAsked) return handleApproval !== undefined
  return isLoggedOutError(error) && handleLoggedOut !== undefined
}

function receive(message: TabMessage): void {
  if (message.kind === 'extended') expiries.set(message.area, message.expiresAt)
  for (const listener of tabListeners) listener(message)
}

function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel('session')
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data))
  return channel
}
