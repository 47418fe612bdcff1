import { useId, type ReactNode, type Ref } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  intro?: string
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  /** Where there is room, what it is stands beside what it holds. */
  isBeside?: boolean
  children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Panel({ title, intro, headingRef, isBeside, children }: Props) {
  const id = useId()
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id} data-beside={isBeside}>
      <header className={styles.header}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {intro !== undefined && <p>{intro}</p>}
      </header>
      {children}
    </section>
  )
}
