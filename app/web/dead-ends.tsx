import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallFailure } from '#contract/call.ts'
import { fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './dead-ends.module.css'
import { messages, type FrameWord } from './frame-messages.ts'

/** Shown for an unknown path below an area; `start` is the path of the area's first page. */
export function NotFound({ start, word }: { start: string; word: FrameWord }) {
  const t = useMessages(messages)
  return (
    <div className={styles.end}>
      <Illustration scene="lost" />
      <PageTitle>{t.notFoundTitle}</PageTitle>
      <p>{t.notFound}</p>
      <ButtonLink href={start}>{t[word]}</ButtonLink>
    </div>
  )
}

/** Shown to a user without any permission. */
export function NoPermission({ word }: { word: FrameWord }) {
  const t = useMessages(messages)
  return (
    <div className={styles.end}>
      <Illustration scene="closed" />
      <PageTitle>{t.noPermissionTitle}</PageTitle>
      <p>{t[word]}</p>
    </div>
  )
}

/** Shown when a page's data or code could not be loaded, with what support needs to know. */
export function Failed({ error }: ErrorComponentProps) {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const known = error instanceof Refusal || error instanceof CallFailure ? error : undefined
  const { supportEmail } = settings().brand
  return (
    <div className={styles.end} role="alert">
      <Illustration scene="broken" />
      <PageTitle>{t.failedTitle}</PageTitle>
      <p>{t.failed}</p>
      <p>{known === undefined ? shared.failed : shared.unexpected}</p>
      {known instanceof Refusal && <p>{fill(shared.errorCode, { code: known.code })}</p>}
      {known?.requestId !== undefined && (
        <p>
          <bdi>{fill(shared.requestId, { id: known.requestId })}</bdi>
        </p>
      )}
      <Button variant="primary" onClick={() => location.reload()}>
        {shared.retry}
      </Button>
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </div>
  )
}
