import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { declinePasskey } from './contract.ts'
import { messages, offerMessages } from './texts/messages.ts'
import { useAddPasskey } from './use-add-passkey.tsx'

type Props = {
  email: string
  /** Continues to the target of the login. */
  onDone: () => void
}

/** Offers a passkey after a login by password, if this device can store passkeys and the account has none. */
export function PasskeyOffer({ email, onDone }: Props) {
  const t = useMessages(messages)
  const offer = useMessages(offerMessages)
  const [codes, setCodes] = useState<readonly string[]>()
  const [isLeaving, setLeaving] = useState(false)
  const { add, isPending, notice } = useAddPasskey(
    'user',
    (recoveryCodes) => {
      if (recoveryCodes) return setCodes(recoveryCodes)
      setLeaving(true)
      onDone()
    },
    { stepUpRequired: offer.tooLate },
  )

  async function leave(): Promise<void> {
    setLeaving(true)
    // The login continues even if the call fails; the next login then offers again.
    await call(declinePasskey, { body: {} }).catch(() => undefined)
    onDone()
  }

  if (codes) {
    return (
      <>
        <PageTitle key="codes">{t.codesTitle}</PageTitle>
        <RecoveryCodes codes={codes} email={email} onSaved={onDone} />
      </>
    )
  }
  return (
    <>
      <PageTitle key="offer">{offer.title}</PageTitle>
      <p>{settings().passkeys.user === 'whole' ? offer.whole : offer.second}</p>
      {notice}
      <Button variant="primary" isPending={isPending || isLeaving} onClick={() => void add()}>
        {isPending ? t.adding : t.add}
      </Button>
      <Button isPending={isLeaving} onClick={() => void leave()}>
        {offer.notNow}
      </Button>
      <p className="soft">{offer.later}</p>
    </>
  )
}
