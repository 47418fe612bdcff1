import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { useAccount } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { KeyForm } from './app-step.tsx'
import type { ReplacementCalls } from './contract.ts'
import { replacementMessages } from './texts/messages.ts'

/** Sets up or replaces the authenticator app after step-up authentication, then shows new recovery codes. */
export function ReplaceAuthenticator({ calls }: { calls: ReplacementCalls }) {
  const t = useMessages(replacementMessages)
  const queryClient = useQueryClient()
  const { email, mfa } = useAccount()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isExpired, setExpired] = useState(false)
  const beginning = useMutation({
    mutationFn: () => call(calls.begin, { body: {} }),
    onMutate: () => setExpired(false),
  })

  function finish(recoveryCodes: readonly string[]): void {
    setCodes(recoveryCodes)
    beginning.reset()
    void queryClient.invalidateQueries()
  }

  function expire(): void {
    setExpired(true)
    beginning.reset()
  }

  if (codes) return <NewCodes codes={codes} email={email} onSaved={() => setCodes(undefined)} />
  if (beginning.data) {
    const { data } = beginning
    const onConfirmed = ({ recoveryCodes }: { recoveryCodes: string[] }) => finish(recoveryCodes)
    return (
      <KeyForm confirm={calls.confirm} newKey={data} onConfirmed={onConfirmed} onExpired={expire} />
    )
  }
  return (
    <>
      {isExpired && <Notice kind="warning">{t.expired}</Notice>}
      {beginning.error && <Failure text={t.failed} error={beginning.error} />}
      <p>
        <Button isPending={beginning.isPending} onClick={() => beginning.mutate()}>
          {mfa.totp ? t.replace : t.setUp}
        </Button>
      </p>
    </>
  )
}

type NewCodesProps = { codes: readonly string[]; email: string; onSaved: () => void }

function NewCodes(props: NewCodesProps) {
  const t = useMessages(replacementMessages)
  return (
    <>
      <Notice kind="success">{t.replaced}</Notice>
      <RecoveryCodes {...props} />
    </>
  )
}
