import type { ReactNode } from 'react'
import { CallFailure } from '#contract/call.ts'
import type { Reply } from '#contract/endpoint.ts'
import { checkLink, type LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from './api.ts'
import { fieldMessages } from './ui/field-messages.ts'
import { useMessages } from './locale.ts'
import { PageTitle } from './page-title.tsx'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'
import { useLoaded } from './use-loaded.ts'
import styles from './mailed-link.module.css'

export type MailedLink = Reply<typeof checkLink>
type FoundLink = MailedLink | 'checking' | 'invalid' | Error

/** In the place of what only the check of the link tells, about as wide. */
export const placeholder = '\u2007'.repeat(18)

/** Checks a mailed link when the page has loaded. The check does not consume the link. */
export function useMailedLink(
  token: string | undefined,
  kind: LinkKind,
): [found: FoundLink, retry: () => void] {
  const [found = 'checking', retry] = useLoaded(
    (signal) => findLink(token, kind, signal),
    `${kind} ${token}`,
  )
  return [found, retry]
}

type CheckedProps = { isChecking: boolean; text: string; children: ReactNode }

/** Shows a page while its link is checked: the prerendered form is visible, but inert, and does not move later. */
export function CheckedContent({ isChecking, text, children }: CheckedProps) {
  return (
    <>
      {isChecking && (
        <p role="status" className="visually-hidden">
          {text}
        </p>
      )}
      <div className={styles.content} inert={isChecking}>
        {children}
      </div>
    </>
  )
}

type FailedProps = { title: string; error: Error; onRetry: () => void }

/** Says that the link could not be checked, and offers to try again. */
export function LinkCheckFailed({ title, error, onRetry }: FailedProps) {
  const t = useMessages(fieldMessages)
  const isBusy = error instanceof Refusal && error.code === errorCodes.tooManyRequests
  const isNetwork = error instanceof CallFailure && error.kind === 'network'
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Notice kind="warning">
        {isBusy ? t.tooManyRequests : isNetwork ? t.network : t.failed}
      </Notice>
      <Button onClick={onRetry}>{t.retry}</Button>
    </>
  )
}

async function findLink(
  token: string | undefined,
  kind: LinkKind,
  signal: AbortSignal,
): Promise<MailedLink | 'invalid'> {
  if (token === undefined) return 'invalid'
  const link = await orInvalid(call(checkLink, { body: { token } }, { signal }))
  return link !== 'invalid' && link.kind === kind ? link : 'invalid'
}

/** Replaces the error of an invalid link. */
export async function orInvalid<Found>(checking: Promise<Found>): Promise<Found | 'invalid'> {
  return checking.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === errorCodes.invalidLink) return 'invalid'
    throw error
  })
}
