import { useEffect, useRef, type RefObject } from 'react'

/**
 * Provides a field that exists before the palette has loaded. It takes the focus in the event handler itself, because a
 * phone opens its keyboard only then. It keeps what is typed until the palette is ready.
 */
export function useEarlyField(
  button: RefObject<HTMLButtonElement | null>,
  opened: string | undefined,
  onOpen: () => void,
) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element>(null)
  const isEntered = useRef(false)

  function open(): void {
    before.current = document.activeElement
    if (field.current) field.current.value = ''
    isEntered.current = false
    field.current?.focus()
    onOpen()
  }

  useEffect(() => {
    if (opened === undefined) return undefined
    const [early, search] = [field.current, button.current]
    return () => {
      const { activeElement: active, body } = document
      if (active !== body && active !== early) return
      const { current } = before
      before.current = null
      // A shortcut may have opened the palette while nothing had the focus.
      const place = current instanceof HTMLElement && current !== body ? current : search
      if (place?.isConnected) place.focus()
      else search?.focus()
    }
  }, [opened, button])

  const typedBefore = () => ({
    text: field.current?.value ?? '',
    isEntered: isEntered.current,
  })
  const onEnter = () => {
    isEntered.current = true
  }
  return { field, open, onEnter, typedBefore }
}
