import type { ReactNode } from 'react'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'
import { ProfilePanel } from './panel.tsx'

type Props = {
  /** What is said to somebody whom a platform sent back. */
  notice: ReactNode
  platforms: ReactNode
}

export function ProfilePage({ notice, platforms }: Props) {
  const say = useWords(words)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PageTitle>{say.title}</PageTitle>
        <p>{say.intro}</p>
      </header>
      {notice}
      {platforms}
      <ProfilePanel />
    </div>
  )
}
