import { fieldMessages } from './texts/messages.ts'
import styles from './loading.module.css'
import { useMessages } from '../locale.ts'

type Props = { loading?: boolean; text?: string; size?: number }

/** A spinner for content of unknown layout. */
export function Loading({ loading = true, text, size = 90 }: Props) {
  const t = useMessages(fieldMessages)
  if (!loading) return null
  return (
    <div role="status" className={styles.loading}>
      <svg viewBox="0 0 50 50" width={size} height={size} fill="none" aria-hidden="true">
        <circle cx="25" cy="25" r="20" stroke="var(--line)" strokeWidth="3" />
        <path
          className={styles.arc}
          d="M25 5a20 20 0 0 1 20 20"
          stroke="var(--primary)"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <span>{text ?? t.loading}</span>
    </div>
  )
}

/** A placeholder with the layout of the content that is loading; `text` is for screen readers. */
export function Skeleton({ rows, text }: { rows: number; text: string }) {
  return (
    <div role="status" aria-busy="true" className="stack-4">
      <span className="visually-hidden">{text}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </div>
  )
}
