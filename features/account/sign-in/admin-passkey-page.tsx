import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { signalLogin } from '#web/passkey-owner.ts'
import { verifyAdminCode } from './admin-contract.ts'
import {
  adminPasskeyLogin,
  beginAdminPasskeyLogin,
  beginSecondAdminPasskey,
} from './admin-passkey-contract.ts'
import {
  Passkey,
  PasswordForm,
  PasswordTitle,
  type LoginProps,
  type PasswordProps,
} from './passkey-steps.tsx'
import { messages } from './texts/messages.ts'

export function AdminPasskey({ onDone, onPassword }: LoginProps & { onDone: () => void }) {
  return (
    <Passkey
      texts={useMessages(messages)}
      isSuggested
      begin={() => call(beginAdminPasskeyLogin, { body: {} })}
      finish={async (response) => {
        const reply = await call(adminPasskeyLogin, { body: { response } })
        if (reply.next === 'verify-mfa') return onPassword()
        signalLogin(reply.passkeys, reply.admin)
        onDone()
      }}
    />
  )
}

export function AdminSecondPasskey({ onDone }: { onDone: () => void }) {
  return (
    <Passkey
      texts={useMessages(messages)}
      begin={() => call(beginSecondAdminPasskey, { body: {} })}
      finish={async (passkey) => {
        const { passkeys, admin } = await call(verifyAdminCode, { body: { passkey } })
        signalLogin(passkeys, admin)
        onDone()
      }}
    />
  )
}

export function AdminPasswordAfter(props: PasswordProps & { onDone: () => void }) {
  return (
    <>
      <PasswordTitle />
      <PasswordForm endpoint={verifyAdminCode} {...props} />
    </>
  )
}
