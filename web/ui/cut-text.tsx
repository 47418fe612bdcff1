import type { ReactNode } from 'react'
import styles from './cut-text.module.css'

type Props = { title?: string; dir?: 'ltr'; children: ReactNode }

/**
 * A text that ends in an ellipsis if it is too long for its line. The ellipsis is at the end of the text in the text's
 * own direction. On a phone, which has no pointer to show the title, the text wraps instead.
 */
export function CutText({ title, dir, children }: Props) {
  const text = typeof children === 'string' ? children : undefined
  return (
    <bdi className={styles.cut} dir={dir} title={title ?? text}>
      {children}
    </bdi>
  )
}
