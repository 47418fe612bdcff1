import type { Area } from '#web/browser-storage.ts'
import { onTabMessage } from '#web/session.ts'
import type { LoginStep } from './history.tsx'

/**
 * Calls `check` whenever a login page may find a session: when it opens, when the browser restores it from its
 * back/forward cache, and after a login in another tab. Except when the page opens, skips it on the step that shows
 * recovery codes, which would be lost. Returns a function that stops listening.
 */
export function onPossibleLogin(area: Area, check: () => void): () => void {
  const checkAgain = () => {
    const { step } = (history.state ?? {}) as Partial<LoginStep>
    if (step !== 'configure-mfa') check()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && checkAgain()
  window.addEventListener('pageshow', onPageShow)
  const stopMessages = onTabMessage((message) => {
    if (message.area === area && message.kind === 'logged-in') checkAgain()
  })
  check()
  return () => {
    window.removeEventListener('pageshow', onPageShow)
    stopMessages()
  }
}

/**
 * Calls `load` when the visitor or a password manager begins to fill in the form. Returns a function that stops
 * listening.
 */
export function onFirstInput(load: () => void): () => void {
  window.addEventListener('input', load, { once: true })
  return () => window.removeEventListener('input', load)
}
