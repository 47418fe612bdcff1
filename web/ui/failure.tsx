import { createContext, use, useState } from 'react'
import { textWith, type TextWith, type Values } from '#contract/text.ts'
import { canRetry, isForSupport } from '#contract/remedies.ts'
import { useMessages } from '../locale.ts'
import { isHandledByPage } from '../session.ts'
import { Button } from './button.tsx'
import { Countdown } from './countdown.tsx'
import { describeError, type ErrorFacts, type TextOf } from './error-facts.ts'
import { fieldMessages } from './texts/messages.ts'

type Texts = Readonly<Record<string, unknown>>

type Props = {
  /** Text that names the failed action. */
  text?: string
  error: unknown
  /** The feature's own texts for error codes and rules, which override the shared ones. */
  texts?: Texts
  onRetry?: () => void
}

/**
 * An error message. Shows the failed action and the reason, a button that copies the details for support, and a retry
 * button if a retry can help.
 */
export function Failure({ text, error, texts = {}, onRetry }: Props) {
  const t = useMessages(fieldMessages)
  const textOf = useTextOf(texts)
  const facts = describeError(error, textOf)
  // The page redirects to the login or shows its own dialog, or the user canceled the step-up.
  if (isHandledByPage(error)) return null
  return (
    <div role="alert" className="failure row-3 between">
      <div>
        {text !== undefined && (
          <p>
            <strong>{text}</strong>
          </p>
        )}
        <p>
          <Reason facts={facts} textOf={textOf} />
        </p>
      </div>
      <span className="row-2 unless-empty">
        {facts.requestId !== undefined && isForSupport(facts.remedy) && (
          <CopyDetails text={textOf(facts.key) ?? ''} facts={facts} />
        )}
        {onRetry && canRetry(facts.remedy) && <Button onClick={onRetry}>{t.retry}</Button>}
      </span>
    </div>
  )
}

/** Explains a failure and what to do; adds the error code and request ID if support can help. */
export function Reason({ facts, textOf }: { facts: ErrorFacts; textOf: TextOf }) {
  return (
    <>
      {textOf(facts.key)}{' '}
      {facts.untilMs !== undefined && <Countdown key={facts.untilMs} untilMs={facts.untilMs} />}
      {isForSupport(facts.remedy) && <ErrorDetails facts={facts} />}
    </>
  )
}

type Details = Pick<ErrorFacts, 'errorCode' | 'requestId'>

/** The error code and request ID for a support request. */
export function ErrorDetails({ facts: { errorCode, requestId } }: { facts: Details }) {
  const t = useMessages(fieldMessages)
  return (
    <>
      {errorCode !== undefined && <small>{t.errorCode({ code: errorCode })}</small>}{' '}
      {requestId !== undefined && (
        <small>
          {t.requestId({ id: '' })}
          <bdi>{requestId}</bdi>
        </small>
      )}
    </>
  )
}

/** A button that copies the details for support: message, error code, request ID, time and page. */
export function CopyDetails({ text, facts }: { text: string; facts: Details }) {
  const t = useMessages(fieldMessages)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    const time = new Date().toISOString()
    const { errorCode = '', requestId = '' } = facts
    // Only the path of the page, because the token of a link must not end up in an email to support.
    const lines = [text, `code ${errorCode}`, `request ${requestId}`, time, location.pathname]
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
  }

  return (
    <Button variant="quiet" onClick={() => void copy().catch(() => undefined)}>
      {isCopied ? t.copied : t.copyDetails}
    </Button>
  )
}

/** Texts for errors that only the screens of one area may show, which override the shared ones. */
export const AreaTextsContext = createContext<Texts>({})

/** Returns a function that finds a text by its key in `texts`, then in those of the area, then in the shared ones. */
export function useTextOf(texts: Texts): TextOf {
  const sharedTexts: Texts = useMessages(fieldMessages)
  const areaTexts = use(AreaTextsContext)
  return (key, values = {}) => {
    const text = texts[key] ?? areaTexts[key] ?? sharedTexts[key]
    if (typeof text === 'function') return textWith(text as TextWith<Values>, values)
    return typeof text === 'string' ? text : undefined
  }
}
