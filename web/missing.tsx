import { all, Refusal } from '#contract/refusal.ts'
import { Failure } from './failure.tsx'
import { Notice } from './notice.tsx'
import { PageTitle } from './page-title.tsx'

type Props = {
  error: Error
  say: { title: string; notFoundOne: string; failedOne: string }
  onRetry: () => void
}

/** In the place of one thing's page: there is no such thing, or it could not be asked for. */
export function Missing({ error, say, onRetry }: Props) {
  const isUnknown = error instanceof Refusal && error.code === all.notFound
  if (!isUnknown) return <Failure text={say.failedOne} error={error} onRetry={onRetry} />
  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <Notice kind="warning">{say.notFoundOne}</Notice>
    </>
  )
}
