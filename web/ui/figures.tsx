import { useId, type ReactNode } from 'react'
import styles from './figures.module.css'

/** A row of key figures with a heading for screen readers. */
export function Figures({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {title}
      </h2>
      <ul className={styles.tiles}>{children}</ul>
    </section>
  )
}

type Props = {
  title: ReactNode
  hint: string
  value: ReactNode
  /** Text that puts the value in context, such as a comparison. */
  note?: ReactNode
  /** Content below the note, such as a small chart. */
  children?: ReactNode
}

export function Figure({ title, hint, value, note, children }: Props) {
  return (
    <li className={`card ${styles.tile}`}>
      <h3 className="covers">{title}</h3>
      <p className={styles.value}>{value}</p>
      <p className="hint">{hint}</p>
      <p className="hint">{note}</p>
      {children}
    </li>
  )
}
