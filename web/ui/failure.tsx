import { fill } from '#contract/locale.ts'
import { fieldMessages } from './field-messages.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'

type Props = { text: string; error: Error; onRetry?: () => void }

/** An error in the place of the content, with a retry. */
export function Failure({ text, error, onRetry }: Props) {
  const t = useMessages(fieldMessages)
  const id =
    'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
  return (
    <div role="alert" className="failure">
      <p>
        <strong>{text}</strong>
        <RequestId id={id} />
      </p>
      {onRetry && <Button onClick={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** The id of a request that failed, for a question to the support. */
export function RequestId({ id }: { id: string | undefined }) {
  const t = useMessages(fieldMessages)
  if (id === undefined) return null
  return (
    <small>
      <bdi>{fill(t.requestId, { id })}</bdi>
    </small>
  )
}
