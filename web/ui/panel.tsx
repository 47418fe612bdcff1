import { useId, type ReactNode, type Ref } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  intro?: string
  /** For moving the focus to the heading. */
  headingRef?: Ref<HTMLHeadingElement>
  /** On wide screens the heading stands beside the content. */
  isBeside?: boolean
  children: ReactNode
}

/** A section of a page with a heading. */
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
