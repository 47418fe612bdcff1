import type { Ref } from 'react'
import { useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { paletteMessages } from './texts/messages.ts'
import styles from './palette.module.css'

type Props = {
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
  /** Called when the button is about to be pressed. */
  onApproach?: () => void
}

/** The search button of the header. The server renders it without the callbacks. */
export function SearchButton({ ref, onPress, onApproach }: Props) {
  const t = useMessages(paletteMessages)
  return (
    <button
      ref={ref}
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={onPress}
    >
      <LineIcon path="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L18 18" />
      <span>{t.search}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}
