import { useEffect, useState } from 'react'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { broadcast } from '#web/session.ts'
import { adminLogout } from '../../../features/account/sign-in/contract.ts'
import { addresses } from '../addresses.ts'
import { messages } from '../frame-messages.ts'
import { leave } from '../leave.ts'

/** Logs the admin out as soon as the page opens, without asking. */
export function LogOut() {
  const t = useMessages(messages)
  const [error, setError] = useState<Error>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isOver = false
    void logOutAdmin().catch((reason: unknown) => {
      if (!isOver) setError(reason instanceof Error ? reason : new Error(String(reason)))
    })
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a retry asks again
  }, [round])

  function retry(): void {
    setError(undefined)
    setRound((count) => count + 1)
  }

  return (
    <Page>
      <PageTitle>{t.logOut}</PageTitle>
      {error ? (
        <Failure text={t.logOutFailed} error={error} onRetry={retry} />
      ) : (
        <Loading text={t.loggingOut} />
      )}
    </Page>
  )
}

export async function logOutAdmin(): Promise<void> {
  await call(adminLogout, {})
  broadcast({ kind: 'logged-out', area: 'admin' })
  leave('admin', addresses.adminLogin())
}
