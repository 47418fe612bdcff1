import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { paths } from '../addresses.ts'
import { words } from '../frame-words.ts'
import styles from '../partner/dead-ends.module.css'

export function NotFound() {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <PageTitle>{say.notFoundTitle}</PageTitle>
      <p>{say.notFound}</p>
      <a href={paths.admin} className="primary-button">
        {say.toAdminStart}
      </a>
    </div>
  )
}

/** For an admin without a role: she may do nothing yet, and that is no fault of hers. */
export function NoPermission() {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <PageTitle>{say.noPermissionTitle}</PageTitle>
      <p>{say.adminNoPermission}</p>
    </div>
  )
}
