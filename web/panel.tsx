import { useId, type ReactNode, type Ref } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  intro?: string
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Panel({ title, intro, headingRef, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
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
