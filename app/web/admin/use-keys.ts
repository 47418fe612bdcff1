import { useEffectEvent, useLayoutEffect } from 'react'

/** What takes keys itself. */
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'
const open = 'dialog[open], :popover-open'
/** How long after `g` the second key may come. */
const patienceMs = 1_500

/** The second key of `g` by the end of a page's path. */
const letters: Readonly<Record<string, string>> = {
  overview: 'o',
  users: 'u',
  'audit-logs': 'l',
  companies: 'c',
  invitations: 'i',
  'undelivered-emails': 'e',
  approvals: 'r',
  platforms: 'p',
  apis: 'd',
  webhooks: 'w',
  'service-accounts': 's',
  'admin-users': 'a',
  compliance: 'm',
  brand: 'b',
}

export function letterOf(path: string): string | undefined {
  return letters[path.slice(path.lastIndexOf('/') + 1)]
}

type Keys = {
  /** Off: only Ctrl K and ⌘K do something. */
  hasLetterKeys: boolean
  /** A key of Ctrl K is down: the other may follow. */
  onModifier: () => void
  onPalette: () => void
  onHelp: () => void
  /** Goes to the page of a letter, where there is one. */
  onGo: (letter: string) => void
}

let armedAt = -Infinity

/** Ctrl K anywhere; single keys neither in a field nor while a dialog is open. */
export function useKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(open)) return
    const key = latinOf(event)
    if (key === 'control' || key === 'meta') keys.onModifier()
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault()
      keys.onPalette()
      return
    }
    const isTyping = event.target instanceof Element && event.target.closest(typing) !== null
    if (!keys.hasLetterKeys || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    if (pressLetter(key, event.timeStamp, keys)) event.preventDefault()
  })
  // With the page itself: a key that is pressed when it shows is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** False for a key without a meaning. Its time is when it was pressed: a busy page may hear of it later. */
function pressLetter(key: string, pressedAt: number, { onPalette, onHelp, onGo }: Keys): boolean {
  const isSecond = pressedAt - armedAt < patienceMs
  armedAt = key === 'g' && !isSecond ? pressedAt : -Infinity
  if (isSecond) onGo(key)
  else if (key === '?') onHelp()
  else if (key === '/') focusSearch(onPalette)
  else return false
  return true
}

/** A page without a search has the palette. */
function focusSearch(orElse: () => void): void {
  const field = document.querySelector<HTMLElement>(
    'main :is(input[type=search], [role=search] input)',
  )
  if (field) field.focus()
  else orElse()
}

/** The key by its letter; on a keyboard without Latin letters, by its place. */
function latinOf({ key, code }: KeyboardEvent): string {
  const isOther = key.length === 1 && /\p{L}/u.test(key) && !/[a-z]/i.test(key)
  return (isOther && code.startsWith('Key') ? code.slice(3) : key).toLowerCase()
}
