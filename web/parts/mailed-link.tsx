import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Body, Reply } from '#contract/endpoint.ts'
import { checkLink, type LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '../api.ts'
import { focusEmpty } from '../first-focus.ts'
import { prepareIntl } from '../intl-tasks.ts'
import { mailedLinkMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { PageTitle } from '../page-title.tsx'
import { Failure } from '../ui/failure.tsx'
import { useLoaded } from '../use-loaded.ts'

export type MailedLink = Reply<typeof checkLink>

/** Placeholder for text that is known only after the link is checked, about as wide as that text. */
export const placeholder = '\u2007'.repeat(18)

/** Result of a check, undefined while it runs, and the function that repeats it. */
type CheckResult<Link> = [link: Link | Error | undefined, retry: () => void]

/** The reason why a link does not work. */
export type DeadLink = 'invalid' | 'used'

/**
 * Checks a mailed link after the page has loaded, without consuming it. `user` is the address in the query of the link;
 * the result has it only if the link was sent to it. `intlCalls` are the calls of Intl that showing the result needs;
 * they are prepared meanwhile.
 */
export function useMailedLink(
  token: string | undefined,
  kind: LinkKind,
  { user = '', intlCalls }: { user?: string; intlCalls?: readonly (() => unknown)[] } = {},
): CheckResult<MailedLink | DeadLink> {
  return useLoaded(async (signal) => {
    const [link] = await Promise.all([
      findLink(token, kind, { signal, user }),
      intlCalls && prepareIntl(intlCalls),
    ])
    return link
  }, `${kind} ${token}`)
}

type InvalidTexts = { title: string; lead?: string; text: string }

type CheckedProps<Link> = {
  check: CheckResult<Link | DeadLink>
  /** True if the page had a token and lost it. */
  isLost: boolean
  /** Heading if the check failed. */
  title: string
  /** Text for screen readers while the link is checked. */
  text: string
  /** Texts above the actions, in place of the page, if the link is invalid. `lead` is a bold line below the heading. */
  invalid: InvalidTexts
  /** Texts for a link that was used; those of `invalid` by default. */
  used?: InvalidTexts
  /** Links and buttons for a user without a valid link. */
  actions: ReactNode
  children: (link: Link | undefined, onInvalid: () => void) => ReactNode
}

/** Shows a page while its link is checked. The prerendered form is visible but inert, so the layout does not shift. */
export function CheckedPage<Link>(props: CheckedProps<Link>) {
  const { check, isLost, title, text, actions, children } = props
  const [link, retry] = check
  const [isInvalid, setInvalid] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const isChecking = link === undefined

  useEffect(() => {
    if (!isChecking) focusEmpty(content.current)
  }, [isChecking])

  if (isLost) return <LinkLost actions={actions} />
  if (link === 'invalid' || link === 'used' || isInvalid) {
    const invalid = link === 'used' ? (props.used ?? props.invalid) : props.invalid
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
  if (link instanceof Error) return <CheckFailed title={title} error={link} onRetry={retry} />
  return (
    <>
      {isChecking && (
        <p role="status" className="visually-hidden">
          {text}
        </p>
      )}
      <div ref={content} className="no-box" inert={isChecking}>
        {children(link, () => setInvalid(true))}
      </div>
    </>
  )
}

/** A page whose token was lost by a reload or the Back button. The link in the mail still works. */
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

/** Reports that the link could not be checked, and offers a retry. */
function CheckFailed({ title, error, onRetry }: FailedProps) {
  const t = useMessages(mailedLinkMessages)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Failure text={t.checkFailed} error={error} onRetry={onRetry} />
    </>
  )
}

/** Returns the link of a token, or the reason why it does not work; a link of another kind is `invalid`. */
export async function findLink(
  token: string | undefined,
  kind: LinkKind,
  { signal, user = '' }: { signal: AbortSignal; user?: string },
): Promise<MailedLink | DeadLink> {
  if (token === undefined) return 'invalid'
  const check = (body: Body<typeof checkLink>) => orInvalid(call(checkLink, { body }, { signal }))
  const link = await (user === '' ? check({ token }) : check({ token, user })).catch(
    (error: unknown) => {
      // A server of 0.3.0 rejects the field `user`.
      if (!(error instanceof Refusal && error.code === errorCodes.invalidInput)) throw error
      return check({ token })
    },
  )
  return typeof link === 'string' || link.kind === kind ? link : 'invalid'
}

/** Resolves to the reason if the server rejects the link. Rethrows other errors. */
export async function orInvalid<Link>(request: Promise<Link>): Promise<Link | DeadLink> {
  return request.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === errorCodes.invalidLink)) throw error
    return error.faults.some(({ rule }) => rule === 'used') ? 'used' : 'invalid'
  })
}
