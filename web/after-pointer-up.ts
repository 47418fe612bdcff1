let isPressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, () => (isPressed = false), true)
}

/**
 * Runs an action that shifts the layout. While the pointer is pressed, waits for its release, because the click would
 * otherwise miss its target.
 */
export function afterPointerUp(action: () => void): void {
  if (!isPressed) return action()
  const listening = new AbortController()
  const finish = (): void => {
    listening.abort()
    // The click follows the release in the same task.
    setTimeout(action, 0)
  }
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, finish, { capture: true, signal: listening.signal })
}
