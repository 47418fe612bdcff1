import { createContext, use, useState } from 'react'
import { textWith, type TextWith, type Values } from '#contract/text.ts'
import { canRetry, isForSupport } from '#contract/remedies.ts'
import { useMessages } from '../locale.ts'
import { isPagesAffair } from '../session.ts'
import { Button } from './button.tsx'
import { Countdown } from './countdown.tsx'
import { describeError, type ErrorFacts, type TextOf } from './error-facts.ts'
import { fieldMessages } from './texts/messages.ts'

type Words = Readonly<Record<string, unknown>>

type Props = {
  /** What could not be done. */
  text?: string
  error: unknown
  /** The feature's own words for error codes and rules, before the shared ones. */
  words?: Words
  onRetry?: () => void
}

/** An error in the place of the content: what failed, why, what support needs, and a retry where that can help. */
export function Failure({ text, error, words = {}, onRetry }: Props) {
  const t = useMessages(fieldMessages)
  const textOf = useTextOf(words)
  const facts = describeError(error, textOf)
  // The page leads to the login or shows its own dialog, or the user cancelled the step-up.
  if (isPagesAffair(error)) return null
  return (
    <div role="alert" className="failure">
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
      {facts.requestId !== undefined && isForSupport(facts.remedy) && (
        <CopyDetails text={textOf(facts.key) ?? ''} facts={facts} />
      )}
      {onRetry && canRetry(facts.remedy) && <Button onClick={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** Why something failed and what to do; error code and request id where support may be asked. */
export function Reason({ facts, textOf }: { facts: ErrorFacts; textOf: TextOf }) {
  return (
    <>
      {textOf(facts.key)} {facts.untilMs !== undefined && <Countdown untilMs={facts.untilMs} />}
      {isForSupport(facts.remedy) && <ErrorDetails facts={facts} />}
    </>
  )
}

type Details = Pick<ErrorFacts, 'errorCode' | 'requestId'>

/** Error code and request id, for a question to support. */
export function ErrorDetails({ facts: { errorCode, requestId } }: { facts: Details }) {
  const t = useMessages(fieldMessages)
  return (
    <>
      {errorCode !== undefined && <small>{t.errorCode({ code: errorCode })}</small>}{' '}
      {requestId !== undefined && (
        <small>
          <bdi>{t.requestId({ id: requestId })}</bdi>
        </small>
      )}
    </>
  )
}

/** Copies what support needs: message, error code, request id, time and page. */
export function CopyDetails({ text, facts }: { text: string; facts: Details }) {
  const t = useMessages(fieldMessages)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    const time = new Date().toISOString()
    const { errorCode = '', requestId = '' } = facts
    // Without the query: the token of a link must not get into a support mail.
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

/** Words for errors that only the screens of one area may show, before the shared ones. */
export const AreaWordsContext = createContext<Words>({})

export function useTextOf(words: Words): TextOf {
  const shared: Words = useMessages(fieldMessages)
  const ofArea = use(AreaWordsContext)
  return (key, values = {}) => {
    const text = words[key] ?? ofArea[key] ?? shared[key]
    if (typeof text === 'function') return textWith(text as TextWith<Values>, values)
    return typeof text === 'string' ? text : undefined
  }
}
