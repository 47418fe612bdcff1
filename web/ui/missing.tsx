import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Failure } from './failure.tsx'
import { Notice } from './notice.tsx'
import { PageTitle } from '../page-title.tsx'

type Props = {
  error: Error
  t: { title: string; notFoundOne: string; failedOne: string }
  onRetry: () => void
  /** What was known before still stands below, under its own title. */
  isShown: boolean
}

/** In the place of one thing's page: there is no such thing, or it could not be asked for. */
export function Missing({ error, t, onRetry, isShown }: Props) {
  const isUnknown = error instanceof Refusal && error.code === errorCodes.notFound
  return (
    <>
      {!isShown && <PageTitle>{t.title}</PageTitle>}
      {isUnknown ? (
        <Notice kind="warning">{t.notFoundOne}</Notice>
      ) : (
        <Failure text={t.failedOne} error={error} onRetry={onRetry} />
      )}
    </>
  )
}
