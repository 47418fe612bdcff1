import type { ErrorComponentProps } from '@tanstack/react-router'
import { describeError } from '#web/ui/error-facts.ts'
import { CopyDetails, Reason, useTextOf } from '#web/ui/failure.tsx'
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

/** Shown for a page that needs a role which the admin does not have. */
export function Forbidden({ start, word }: { start: string; word: FrameWord }) {
  const t = useMessages(messages)
  return (
    <div className={styles.end}>
      <Illustration scene="closed" />
      <PageTitle>{t.forbiddenTitle}</PageTitle>
      <p>{t.forbidden}</p>
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
  const textOf = useTextOf({})
  const facts = describeError(error, textOf)
  const { supportEmail } = settings().brand
  return (
    <div className={styles.end} role="alert">
      <Illustration scene="broken" />
      <PageTitle>{t.failedTitle}</PageTitle>
      <p>{t.failed}</p>
      <p>
        <Reason facts={facts} textOf={textOf} />
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        {shared.retry}
      </Button>
      {facts.requestId !== undefined && (
        <CopyDetails text={textOf(facts.key) ?? ''} facts={facts} />
      )}
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </div>
  )
}
