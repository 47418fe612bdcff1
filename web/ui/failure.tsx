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
        {id !== undefined && (
          <small>
            <bdi>{fill(t.requestId, { id })}</bdi>
          </small>
        )}
      </p>
      {onRetry && <Button onClick={onRetry}>{t.retry}</Button>}
    </div>
  )
}
