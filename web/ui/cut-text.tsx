import type { ReactNode } from 'react'
import styles from './cut-text.module.css'

/**
 * A text that ends in an ellipsis where it is too long for its line: at its own end, whatever the page's direction is.
 * On a phone, which has no pointer to ask for the whole of it, it breaks.
 */
export function CutText({ title, children }: { title?: string; children: ReactNode }) {
  const text = typeof children === 'string' ? children : undefined
  return (
    <bdi className={styles.cut} title={title ?? text}>
      {children}
    </bdi>
  )
}
