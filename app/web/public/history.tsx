import { useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'

const storageKey = 'typedEmail'
const listeners = new Set<() => void>()

/** The query of this page; empty while hydrating, since the server renders each page without one. */
export function useSearch(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
}

/** What this page keeps in its history entry, such as the step of the login; null while hydrating. */
export function useHistoryState(): unknown {
  return useSyncExternalStore(
    subscribe,
    () => history.state as unknown,
    () => null,
  )
}

/** Sets the state of this page's history entry, in a new entry unless `replace` is set. */
export function setHistoryState(
  state: unknown,
  { replace = false, url = location.href }: { replace?: boolean; url?: string } = {},
): void {
  if (replace) history.replaceState(state, '', url)
  else history.pushState(state, '', url)
  for (const listener of listeners) listener()
}

/** A link that takes a typed email address to the next page without putting it into the URL. */
export function emailLink(href: string, className: string) {
  return (text: string, email: string): ReactNode => {
    function remember(event: MouseEvent): void {
      if (event.metaKey || event.ctrlKey || event.shiftKey || email === '') return
      try {
        sessionStorage.setItem(storageKey, email)
      } catch {
        // Without storage the next page begins with an empty field.
      }
    }
    return (
      <a className={className} href={href} onClick={remember}>
        {text}
      </a>
    )
  }
}

/** Moves an email address that the previous page left for this one into the history entry. */
export function receiveEmail(): void {
  try {
    const email = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (email !== null) history.replaceState({ step: 'password', email }, '')
  } catch {
    // Storage is refused: there is nothing to receive.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
