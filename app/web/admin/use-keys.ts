import { useEffectEvent, useLayoutEffect } from 'react'

/** Selector of elements that handle keys themselves. */
const typingElements =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'
const openLayers = 'dialog[open], :popover-open'
/** Milliseconds after `g` within which the second key may follow. */
const patienceMs = 1_500

/** Second key after `g`, by the last segment of a page's path. */
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

/** Returns the second key of a page; undefined for a page without one. */
export function letterOf(path: string): string | undefined {
  return letters[path.slice(path.lastIndexOf('/') + 1)]
}

type Keys = {
  /** False if only Ctrl K and ⌘K are active. */
  hasLetterKeys: boolean
  /** Called when Ctrl or ⌘ is pressed: K may follow. */
  onModifier: () => void
  onPalette: () => void
  onHelp: () => void
  /** Goes to the page of a letter, if there is one. */
  onGo: (letter: string) => void
}

/** Time of the last `g` in milliseconds; -Infinity if no second key may follow. */
let armedAt = -Infinity

/**
 * Handles the keyboard shortcuts of the admin area while no dialog or popover is open: Ctrl K also in fields, single
 * keys only outside of them.
 */
export function useKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(openLayers)) return
    const key = latinOf(event)
    if (key === 'control' || key === 'meta') keys.onModifier()
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault()
      keys.onPalette()
      return
    }
    const isTyping =
      event.target instanceof Element && event.target.closest(typingElements) !== null
    if (!keys.hasLetterKeys || isTyping || isCommand || event.altKey) return
    if (pressLetter(key, event.timeStamp, keys)) event.preventDefault()
  })
  // In a layout effect, so that a key pressed as soon as the page shows is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/**
 * Handles a single key; returns false if it has no meaning. `pressedAt` is when the key was pressed, since a busy page
 * may receive the event later.
 */
function pressLetter(key: string, pressedAt: number, { onPalette, onHelp, onGo }: Keys): boolean {
  const isSecond = pressedAt - armedAt < patienceMs
  armedAt = key === 'g' && !isSecond ? pressedAt : -Infinity
  if (isSecond) onGo(key)
  else if (key === '?') onHelp()
  else if (key === '/') focusSearch(onPalette)
  else return false
  return true
}

/** Focuses the search of the page; calls `orElse` on a page without one. */
function focusSearch(orElse: () => void): void {
  const field = document.querySelector<HTMLElement>(
    'main :is(input[type=search], [role=search] input)',
  )
  if (field) field.focus()
  else orElse()
}

/** Returns the key by its letter, or by its position on a keyboard without Latin letters. */
function latinOf({ key, code }: KeyboardEvent): string {
  if (key === '؟') return '?'
  // One key of an Arabic keyboard types two letters.
  const isOther = /^\p{L}{1,2}$/u.test(key) && !/[a-z]/i.test(key)
  if (isOther && code === 'Slash') return '/'
  return (isOther && code.startsWith('Key') ? code.slice(3) : key).toLowerCase()
}
