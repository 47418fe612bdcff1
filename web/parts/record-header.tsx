import type { ReactNode } from 'react'
import { PageTitle } from '../page-title.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { Avatar } from '../ui/identity.tsx'
import styles from './record-header.module.css'

type Props = {
  name: string
  email: string
  /** Tags beside the name, such as the status. */
  tags: ReactNode
  /** Content beside the email address. */
  children: ReactNode
}

/** The header of a page about one user: initials, name, tags and email address. */
export function PersonHeader({ name, email, tags, children }: Props) {
  return (
    <header className={styles.header}>
      <Avatar name={name} />
      <div>
        <div className={styles.title}>
          <PageTitle name={name}>
            <bdi>{name}</bdi>
          </PageTitle>
          {tags}
        </div>
        <p className={styles.line}>
          <EmailText email={email} />
          {children}
        </p>
      </div>
    </header>
  )
}
