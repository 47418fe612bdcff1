import type { ReactNode } from 'react'
import { PageTitle } from '../page-title.tsx'
import styles from './page.module.css'

/** A screen behind a login; where it is one of many, with the way back to all of them. */
export function Page({ back, children }: { back?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      {back !== undefined && <div className={styles.back}>{back}</div>}
      {children}
    </div>
  )
}

type HeaderProps = {
  title: ReactNode
  /** What the title says, where it is more than text. */
  name?: string
  intro: ReactNode
}

export function PageHeader({ title, name, intro }: HeaderProps) {
  return (
    <header className={styles.header}>
      <PageTitle {...(name !== undefined && { name })}>{title}</PageTitle>
      <p>{intro}</p>
    </header>
  )
}
