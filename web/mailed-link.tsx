import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { checkLink, type LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from './api.ts'
import { focusEmpty } from './first-focus.ts'
import { prepareIntl } from './intl-tasks.ts'
import { mailedLinkMessages } from './ui/texts/messages.ts'
import { useMessages } from './locale.ts'
import { PageTitle } from './page-title.tsx'
import { Failure } from './ui/failure.tsx'
import { useLoaded } from './use-loaded.ts'
import styles from './mailed-link.module.css'

export type MailedLink = Reply<typeof checkLink>

/** In the place of what only the check of the link tells, about as wide. */
export const placeholder = '\u2007'.repeat(18)

/** What a page needs before it can be used; undefined while it is checked. */
type Checked<Found> = [found: Found | Error | undefined, retry: () => void]

/** Checks a mailed link when the page has loaded, and prepares meanwhile what Intl needs to show it. The check does not consume the link. */
export function useMailedLink(
  token: string | undefined,
  kind: LinkKind,
  parts?: readonly (() => unknown)[],
): Checked<MailedLink | 'invalid'> {
  return useLoaded(async (signal) => {
    const [link] = await Promise.all([findLink(token, kind, signal), parts && prepareIntl(parts)])
    return link
  }, `${kind} ${token}`)
}

type CheckedProps<Found> = {
  check: Checked<Found | 'invalid'>
  /** The page had a token and lost it. */
  isLost: boolean
  /** The heading where the check failed. */
  title: string
  /** Announced while it is checked. */
  text: string
  /** In the place of the page, above the actions; `lead` says in bold what the heading leaves open. */
  invalid: { title: string; lead?: string; text: string }
  /** What to do without a valid link. */
  actions: ReactNode
  children: (found: Found | undefined, onInvalid: () => void) => ReactNode
}

/** Shows a page while its link is checked: the prerendered form is visible, but inert, and does not move later. */
export function CheckedPage<Found>(props: CheckedProps<Found>) {
  const { check, isLost, title, text, invalid, actions, children } = props
  const [found, retry] = check
  const [isInvalid, setInvalid] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const isChecking = found === undefined

  useEffect(() => {
    if (!isChecking) focusEmpty(content.current)
  }, [isChecking])

  if (isLost) return <LinkLost actions={actions} />
  if (found === 'invalid' || isInvalid) {
    return (
      <>
        <PageTitle>{invalid.title}</PageTitle>
        {invalid.lead !== undefined && (
          <p>
            <strong>{invalid.lead}</strong>
          </p>
        )}
        <p>{invalid.text}</p>
        {actions}
      </>
    )
  }
  if (found instanceof Error) return <CheckFailed title={title} error={found} onRetry={retry} />
  return (
    <>
      {isChecking && (
        <p role="status" className="visually-hidden">
          {text}
        </p>
      )}
      <div ref={content} className={styles.content} inert={isChecking}>
        {children(found, () => setInvalid(true))}
      </div>
    </>
  )
}

/** After a reload, or Back to the page: the link in the mail works as before. */
export function LinkLost({ actions }: { actions: ReactNode }) {
  const t = useMessages(mailedLinkMessages)
  return (
    <>
      <PageTitle key="lost">{t.lostTitle}</PageTitle>
      <p>{t.lostText}</p>
      {actions}
    </>
  )
}

type FailedProps = { title: string; error: Error; onRetry: () => void }

/** Says that the link could not be checked, and offers to try again. */
function CheckFailed({ title, error, onRetry }: FailedProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Failure error={error} onRetry={onRetry} />
    </>
  )
}

/** The link of a token, if it is of that kind and still works. */
export async function findLink(
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
