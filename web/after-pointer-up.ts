let isPressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, () => (isPressed = false), true)
}

/** What moves the page waits while a button is held down, or the press would end beside it. */
export function afterPointerUp(deed: () => void): void {
  if (!isPressed) return deed()
  let isDone = false
  const finish = (): void => {
    if (isDone) return
    isDone = true
    // Behind the click that follows the release.
    setTimeout(deed, 0)
  }
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, finish, { capture: true, once: true })
}
