import { fieldMessages } from './texts/messages.ts'
import { useColon, useMessages } from '../locale.ts'
import { useCopy } from './copy-button.tsx'
import styles from './icon-button.module.css'
import { LineIcon } from './line-icon.tsx'

type Props = {
  /** The accessible name, also shown as a tooltip. */
  label: string
  path: string
  box?: 16 | 20
  /** True if the button has the size of a touch target, also for a mouse. */
  isLarge?: boolean
  /** Undefined: the button is disabled (`aria-disabled`) but stays focusable. */
  onPress: (() => void) | undefined
}

/** A button that shows only an icon. */
export function IconButton({ label, path, box = 20, isLarge = false, onPress }: Props) {
  return (
    <button
      type="button"
      className={isLarge ? `${styles.button} ${styles.large}` : styles.button}
      aria-label={label}
      title={label}
      aria-disabled={onPress === undefined || undefined}
      onClick={onPress}
    >
      <LineIcon box={box} path={path} />
    </button>
  )
}

/** A button that copies the value beside it; `label` names that value. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const t = useMessages(fieldMessages)
  const colon = useColon()
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <IconButton
        box={16}
        label={isCopied ? `${t.copied}${colon}${label}` : label}
        path={isCopied ? 'M3.5 8.5l3 3 6-7' : 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7'}
        onPress={copy}
      />
      <span role="status" className="visually-hidden">
        {isCopied && t.copied}
      </span>
    </>
  )
}
