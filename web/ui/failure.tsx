import { fill } from '#contract/locale.ts'
import { fieldWords } from './field-words.ts'
import { useWords } from '../locale.ts'

type Props = { text: string; error: Error; onRetry?: () => void }

/** What did not work, where it was asked for, and a way to ask again. */
export function Failure({ text, error, onRetry }: Props) {
  const say = useWords(fieldWords)
  const id =
    'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
  return (
    <div role="alert" className="failure">
      <p>
        <strong>{text}</strong>
        {id !== undefined && (
          <small>
            <bdi>{fill(say.requestId, { id })}</bdi>
          </small>
        )}
      </p>
      {onRetry && (
        <button type="button" className="secondary-button" onClick={onRetry}>
          {say.retry}
        </button>
      )}
    </div>
  )
}
