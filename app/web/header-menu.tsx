import { useId, type ReactNode } from 'react'
import styles from './header-menu.module.css'

type Props = {
  name: string
  /** What stands on the button. */
  face: ReactNode
  children: ReactNode
}

/** A button that opens a card below the header; the browser closes it by Escape or a press elsewhere. */
export function HeaderMenu({ name, face, children }: Props) {
  const id = useId()
  return (
    <div className={styles.menu}>
      <button type="button" className={styles.button} popoverTarget={id}>
        {face}
        <span className="visually-hidden">{name}</span>
      </button>
      <div id={id} popover="auto" className={styles.card} role="group" aria-label={name}>
        {children}
      </div>
    </div>
  )
}
