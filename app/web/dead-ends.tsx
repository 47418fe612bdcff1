import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { describeError } from '#web/ui/error-facts.ts'
import { CopyDetails, Reason, useTextOf } from '#web/ui/failure.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useColon, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './dead-ends.module.css'
import type { FrameWord } from './page-list.ts'
import { frameMessages as messages } from './texts/messages.ts'

type EndProps = ComponentProps<typeof Illustration> & {
  title: string
  text: string
  children?: ReactNode
}

/** A page with an illustration, a title, and the way on. */
export function End({ title, text, children, ...illustration }: EndProps) {
  return (
    <div className={styles.end}>
      <Illustration {...illustration} />
      <PageTitle>{title}</PageTitle>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Page for an unknown path below an area. `start` is the path of the area's first page. */
export function NotFound({ start, word }: { start: string; word: FrameWord }) {
  const t = useMessages(messages)
  return (
    <End scene="lost" title={t.notFoundTitle} text={t.notFound}>
      <ButtonLink href={start}>{t[word]}</ButtonLink>
    </End>
  )
}

/** Page for a user without any permission. */
export function NoPermission({ word }: { word: FrameWord }) {
  const t = useMessages(messages)
  return <End scene="closed" title={t.noPermissionTitle} text={t[word]} />
}

/** Page for data or code that could not be loaded, with the details that support needs. */
export function Failed({ error }: ErrorComponentProps) {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const colon = useColon()
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
        {t.support + colon}
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </div>
  )
}
