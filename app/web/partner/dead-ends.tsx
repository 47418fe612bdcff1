import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { CallFailure } from '#contract/call.ts'
import { fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { fieldWords } from '#web/field-words.ts'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { paths } from '../addresses.ts'
import { words } from '../frame-words.ts'
import styles from './dead-ends.module.css'

export function NotFound() {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <PageTitle>{say.notFoundTitle}</PageTitle>
      <p>{say.notFound}</p>
      <Link to={paths.profile} className="primary-button">
        {say.toFirstPage}
      </Link>
    </div>
  )
}

export function NoPermission() {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <PageTitle>{say.noPermissionTitle}</PageTitle>
      <p>{say.noPermission}</p>
    </div>
  )
}

/** What could not be loaded: who is looking, or a page's own code. */
export function Failed({ error }: ErrorComponentProps) {
  const say = useWords(words)
  const shared = useWords(fieldWords)
  const known = error instanceof Refusal || error instanceof CallFailure ? error : undefined
  const { supportEmail } = settings().brand
  return (
    <div className={styles.end} role="alert">
      <PageTitle>{say.failedTitle}</PageTitle>
      <p>{say.failed}</p>
      {known?.requestId !== undefined && (
        <p>
          <bdi>{fill(shared.requestId, { id: known.requestId })}</bdi>
        </p>
      )}
      <button type="button" className="primary-button" onClick={() => location.reload()}>
        {shared.retry}
      </button>
      <p>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </div>
  )
}
