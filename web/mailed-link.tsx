import { useEffect, useState } from 'react'
import { CallFailure } from '#contract/call.ts'
import type { Reply } from '#contract/endpoint.ts'
import { checkLink, type LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from './api.ts'
import { fieldMessages } from './ui/field-messages.ts'
import { useMessages } from './locale.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

export type MailedLink = Reply<typeof checkLink>
export type FoundLink = MailedLink | 'checking' | 'invalid' | Error

/** Whether a mailed link still works, asked before anybody types. Asking uses nothing up. */
export function useMailedLink(
  token: string | undefined,
  kind: LinkKind,
): [found: FoundLink, retry: () => void] {
  const [found, setFound] = useState<FoundLink>('checking')
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isOver = false
    void check(token, kind).then((result) => !isOver && setFound(result))
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a retry asks again
  }, [token, kind, round])

  function retry(): void {
    setFound('checking')
    setRound((count) => count + 1)
  }

  return [found, retry]
}

/** Nothing is known of the link: the question itself did not get through. */
export function LinkCheckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useMessages(fieldMessages)
  const isBusy = error instanceof Refusal && error.code === errorCodes.tooManyRequests
  const isNetwork = error instanceof CallFailure && error.kind === 'network'
  return (
    <>
      <Notice kind="warning">
        {isBusy ? t.tooManyRequests : isNetwork ? t.network : t.failed}
      </Notice>
      <Button onClick={onRetry}>{t.retry}</Button>
    </>
  )
}

async function check(token: string | undefined, kind: LinkKind): Promise<FoundLink> {
  if (token === undefined) return 'invalid'
  try {
    const link = await call(checkLink, { body: { token } })
    return link.kind === kind ? link : 'invalid'
  } catch (error) {
    if (error instanceof Refusal && error.code === errorCodes.invalidLink) return 'invalid'
    return error instanceof Error ? error : new Error('unknown', { cause: error })
  }
}
