import type { ReactNode } from 'react'
import { LineIcon } from './line-icon.tsx'
import styles from './notice.module.css'

type Props = {
  kind?: 'info' | 'success' | 'caution' | 'warning'
  title?: string
  children?: ReactNode
}

/** A message on the page that reports an event and says what to do. */
export function Notice({ kind = 'info', title, children }: Props) {
  return (
    <div role="status" className={styles.notice} data-kind={kind}>
      <LineIcon path={marks[kind]}>
        <circle cx="10" cy="10" r="8.5" strokeWidth="1.6" />
      </LineIcon>
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}

const marks = {
  info: 'M10 9.2v4.6M10 6.2v.2',
  success: 'M6.4 10.4l2.5 2.5 4.8-5.4',
  caution: 'M10 5.8v5M10 13.9v.2',
  warning: 'M10 5.8v5M10 13.9v.2',
}
