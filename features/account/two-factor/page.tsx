import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { settings } from '#web/settings.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { canUsePasskeys } from '#web/passkeys.ts'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { AppStep } from './app-step.tsx'
import {
  setUpCalls,
  type confirmAdminTwoFactor,
  type ConfirmReply,
  type confirmTwoFactor,
} from './contract.ts'
import { messages } from './texts/messages.ts'
import { PasskeyStep } from './passkey-step.tsx'

type Props<Result> = {
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  onDone: (reply: Result) => void
  onExpired: () => void
}

export function TwoFactorPage(props: Props<Reply<typeof confirmTwoFactor>>) {
  return <SetUp area="user" {...props} />
}

export function AdminTwoFactorPage(props: Props<Reply<typeof confirmAdminTwoFactor>>) {
  return <SetUp area="admin" {...props} />
}

type SetUpProps<C extends ConfirmReply> = Props<C> & { area: 'user' | 'admin' }

/** Sets up a passkey or an authenticator app, then shows the recovery codes, once. */
function SetUp<C extends ConfirmReply>({ area, onLoggedIn, onDone, onExpired }: SetUpProps<C>) {
  const t = useMessages(messages)
  const [confirmation, setConfirmation] = useState<C>()
  const [hasChoice] = useState(() => settings().passkeys[area] !== 'off' && canUsePasskeys())
  const [isApp, setApp] = useState(!hasChoice)

  function onConfirmed(reply: ConfirmReply): void {
    onLoggedIn()
    // The calls of an area have the reply of that area.
    setConfirmation(reply as C)
  }

  if (confirmation !== undefined) {
    const { email } = 'user' in confirmation ? confirmation.user : confirmation.admin
    return (
      <>
        <PageTitle key="codes">{t.codesTitle}</PageTitle>
        <RecoveryCodes
          codes={confirmation.recoveryCodes}
          email={email}
          onSaved={() => onDone(confirmation)}
        />
      </>
    )
  }
  const step = { onConfirmed, onExpired }
  if (!isApp) {
    return (
      <PasskeyStep
        key="choice"
        calls={setUpCalls[area].passkey}
        onApp={() => setApp(true)}
        {...step}
      />
    )
  }
  const onPasskey = hasChoice ? () => setApp(false) : undefined
  return <AppStep key="app" calls={setUpCalls[area].app} onPasskey={onPasskey} {...step} />
}
