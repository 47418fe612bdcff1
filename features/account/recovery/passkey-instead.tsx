import { useState } from 'react'
import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { Refusal } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { createPasskey } from '#web/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ConfirmReply } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  options: RegistrationOptions
  confirm: (response: PasskeyRegistration) => Promise<ConfirmReply>
  onDone: (confirmed: ConfirmReply) => void
  onRefused: (code: number) => boolean
}

/**
 * State of the creation. `stopped`: the user cancelled, or the device does not support passkeys or already has one of
 * the account.
 */
type State = 'idle' | 'busy' | 'stopped' | Error

/** Creates a passkey that replaces the lost authenticator. */
export function PasskeyInstead({ options, confirm, onDone, onRefused }: Props) {
  const t = useMessages(messages)
  const [state, setState] = useState<State>('idle')

  async function run(): Promise<void> {
    setState('busy')
    const response = await createPasskey(options)
    if (response === undefined || response === 'known') return setState('stopped')
    return onDone(await confirm(response))
  }

  function create(): void {
    run().catch((error: unknown) => {
      if (error instanceof Refusal && onRefused(error.code)) return
      setState(error instanceof Error ? error : new Error('unknown', { cause: error }))
    })
  }

  return (
    <>
      {state === 'stopped' && <Notice kind="warning">{t.passkeyStopped}</Notice>}
      {state instanceof Error && <Failure error={state} texts={t} onRetry={create} />}
      <div className="quiet-actions">
        <Button variant="quiet" isPending={state === 'busy'} onClick={create}>
          {state === 'busy' ? t.creatingPasskey : t.usePasskey}
        </Button>
      </div>
    </>
  )
}
