import styles from './skeleton.module.css'

/** The shape of what is on its way; the words are for those who do not see it. */
export function Skeleton({ rows, text }: { rows: number; text: string }) {
  return (
    <div role="status" aria-busy="true" className={styles.skeleton}>
      <span className="visually-hidden">{text}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </div>
  )
}
