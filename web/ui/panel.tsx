import { useId, type ReactNode, type Ref } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  intro?: string
  /** Ref to the heading, for moving the focus there. */
  headingRef?: Ref<HTMLHeadingElement>
  /** True if the heading is beside the content on wide screens. */
  isBeside?: boolean
  children: ReactNode
}

/** A section of a page with a heading. */
export function Panel({ title, intro, headingRef, isBeside, children }: Props) {
  const id = useId()
  return (
    <section className={`card stack-4 ${styles.panel}`} aria-labelledby={id} data-beside={isBeside}>
      <header className="heading stack-1">
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {intro !== undefined && <p>{intro}</p>}
      </header>
      {children}
    </section>
  )
}
