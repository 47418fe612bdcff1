import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallFailure } from '#contract/call.ts'
import { fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { fieldWords } from '#web/ui/field-words.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import styles from './dead-ends.module.css'
import { words, type FrameWord } from './frame-words.ts'

/** Below the address of its area, where `start` leads to. */
export function NotFound({ start, word }: { start: string; word: FrameWord }) {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <Illustration scene="lost" />
      <PageTitle>{say.notFoundTitle}</PageTitle>
      <p>{say.notFound}</p>
      <a href={start} className="primary-button">
        {say[word]}
      </a>
    </div>
  )
}

/** For whoever may do nothing yet: that is no fault of hers. */
export function NoPermission({ word }: { word: FrameWord }) {
  const say = useWords(words)
  return (
    <div className={styles.end}>
      <Illustration scene="closed" />
      <PageTitle>{say.noPermissionTitle}</PageTitle>
      <p>{say[word]}</p>
    </div>
  )
}

/** What could not be loaded: who is looking, or a page's own code; and what support has to be told. */
export function Failed({ error }: ErrorComponentProps) {
  const say = useWords(words)
  const shared = useWords(fieldWords)
  const known = error instanceof Refusal || error instanceof CallFailure ? error : undefined
  const { supportEmail } = settings().brand
  return (
    <div className={styles.end} role="alert">
      <Illustration scene="broken" />
      <PageTitle>{say.failedTitle}</PageTitle>
      <p>{say.failed}</p>
      <p>{known === undefined ? shared.failed : shared.unexpected}</p>
      {known instanceof Refusal && <p>{fill(shared.errorCode, { code: known.code })}</p>}
      {known?.requestId !== undefined && (
        <p>
          <bdi>{fill(shared.requestId, { id: known.requestId })}</bdi>
        </p>
      )}
      <button type="button" className="primary-button" onClick={() => location.reload()}>
        {shared.retry}
      </button>
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </div>
  )
}
