import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { useCopy } from './copy-button.tsx'
import styles from './icon-button.module.css'
import { LineIcon } from './line-icon.tsx'

type Props = {
  /** Its name, which the pointer shows. */
  label: string
  path: string
  box?: 16 | 20
  /** As large as a finger, also for a pointer. */
  isLarge?: boolean
  /** Undefined: it does nothing now, but keeps the focus. */
  onPress: (() => void) | undefined
}

/** A sign beside what it does something with. */
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

/** Copies a value that it stands beside; `label` names what is copied. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const t = useMessages(fieldMessages)
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <IconButton
        box={16}
        label={isCopied ? `${t.copied}: ${label}` : label}
        path={isCopied ? 'M3.5 8.5l3 3 6-7' : 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7'}
        onPress={copy}
      />
      <span role="status" className="visually-hidden">
        {isCopied && t.copied}
      </span>
    </>
  )
}
