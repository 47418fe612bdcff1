const habitMs = 1000

/**
 * Ignores Enter for a second, or until another key: for a field that sends by itself, where many press it out of habit,
 * and would press what has the focus by then.
 */
export function ignoreEnter(): void {
  const over = new AbortController()
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return over.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true, signal: over.signal })
  setTimeout(() => over.abort(), habitMs)
}
