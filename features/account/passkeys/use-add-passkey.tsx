import { useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import type { Area } from '#web/browser-storage.ts'
import { useMessages } from '#web/locale.ts'
import { createPasskey } from '#web/passkeys.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { passkeyCalls } from './contract.ts'
import { messages } from './texts/messages.ts'

type Adding = {
  add: () => Promise<void>
  isPending: boolean
  /** Notice why no passkey was added. */
  notice: ReactNode
}

/** Creates a passkey on this device and adds it to the account. `ownTexts` override those of the feature. */
export function useAddPasskey(
  area: Area,
  onAdded: (recoveryCodes: readonly string[] | undefined) => void,
  ownTexts: Readonly<Record<string, unknown>> = {},
): Adding {
  const t = useMessages(messages)
  const calls = passkeyCalls[area]
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<ReactNode>()

  async function create(): Promise<void> {
    const response = await createPasskey(await call(calls.begin, { body: {} }))
    // The user cancelled, or the device does not support passkeys.
    if (response === undefined) return setNotice(<Notice kind="warning">{t.notAdded}</Notice>)
    if (response === 'known') return setNotice(<Notice>{t.known}</Notice>)
    onAdded((await call(calls.add, { body: { response } })).recoveryCodes)
  }

  async function add(): Promise<void> {
    setPending(true)
    setNotice(undefined)
    await create()
      .catch((error: unknown) =>
        setNotice(<Failure text={t.failedToAdd} texts={{ ...t, ...ownTexts }} error={error} />),
      )
      .finally(() => setPending(false))
  }

  return { add, isPending, notice }
}
