import { useState } from 'react'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { createPasskey } from '#web/passkeys.ts'
import { WayCard, WayCards } from '#web/ui/way-card.tsx'
import type { ConfirmReply, PasskeyCalls } from './contract.ts'
import { Failed } from './failed.tsx'
import { messages } from './texts/messages.ts'

type Props = {
  calls: PasskeyCalls
  onApp: () => void
  onConfirmed: (reply: ConfirmReply) => void
  onExpired: () => void
}

const keyIcon = 'M8.5 12.5a4.5 4.5 0 1 1 3.6-1.8L20 18.5V21h-3v-2h-2v-2h-2l-2-2M7.5 8h.01'
const phoneIcon = 'M7 3h10v18H7ZM11 18h2'

/** Offers a passkey first, or an authenticator app. */
export function PasskeyStep({ calls, onApp, onConfirmed, onExpired }: Props) {
  const t = useMessages(messages)
  const { state, create } = usePasskeyCreation(calls, onConfirmed)
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.choose}</p>
      {state === 'stopped' && <Notice kind="warning">{t.passkeyStopped}</Notice>}
      {state instanceof Error && <Failed error={state} onRetry={create} onLogIn={onExpired} />}
      <WayCards>
        <WayCard icon={keyIcon} title={t.passkey} text={t.passkeyText}>
          <Button variant="primary" isPending={state === 'busy'} onClick={create}>
            {state === 'busy' ? t.creating : t.createPasskey}
          </Button>
        </WayCard>
        <WayCard icon={phoneIcon} title={t.app} text={t.appText}>
          <Button onClick={onApp}>{t.useApp}</Button>
        </WayCard>
      </WayCards>
    </>
  )
}

/** State of the creation. `stopped`: the user cancelled, or the device already has a passkey of the account. */
type State = 'idle' | 'busy' | 'stopped' | Error

function usePasskeyCreation(calls: PasskeyCalls, onConfirmed: Props['onConfirmed']) {
  const [state, setState] = useState<State>('idle')

  async function run(): Promise<void> {
    setState('busy')
    const response = await createPasskey(await call(calls.begin, { body: {} }))
    if (response === undefined || response === 'known') return setState('stopped')
    return onConfirmed(await call(calls.confirm, { body: { response } }))
  }

  function create(): void {
    run().catch((error: unknown) =>
      setState(error instanceof Error ? error : new Error('unknown', { cause: error })),
    )
  }

  return { state, create }
}
