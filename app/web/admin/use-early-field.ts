import { useEffect, useRef, type RefObject } from 'react'

/**
 * Provides a field that exists before the palette has loaded. It takes the focus in the event handler itself, because a
 * phone opens its keyboard only then. It keeps the typed text until the palette is ready, which takes it by
 * `typedBefore`. When the palette closes, the focus returns to the element that had it, or else to `button`.
 */
export function useEarlyField(
  button: RefObject<HTMLButtonElement | null>,
  openDialog: string | undefined,
  onOpen: () => void,
) {
  const field = useRef<HTMLInputElement>(null)
  const focusBefore = useRef<Element>(null)
  // True if Enter was pressed before the palette was ready.
  const isEntered = useRef(false)

  function open(): void {
    // Opened again before it has loaded: keeps the typed text and the former focus.
    if (openDialog === 'palette' && document.activeElement === field.current) return
    focusBefore.current = document.activeElement
    if (field.current) field.current.value = ''
    isEntered.current = false
    field.current?.focus()
    onOpen()
  }

  useEffect(() => {
    if (openDialog === undefined) return undefined
    const [earlyField, searchButton] = [field.current, button.current]
    return () => {
      const { activeElement: active, body } = document
      if (active !== body && active !== earlyField) return
      const previous = focusBefore.current
      focusBefore.current = null
      // A shortcut may have opened the palette while nothing had the focus.
      const target = previous instanceof HTMLElement && previous !== body ? previous : searchButton
      if (target?.isConnected) target.focus()
      else searchButton?.focus()
    }
  }, [openDialog, button])

  const typedBefore = () => ({
    text: field.current?.value ?? '',
    isEntered: isEntered.current,
  })
  const onEnter = () => {
    isEntered.current = true
  }
  return { field, open, onEnter, typedBefore }
}
