import type { LoggedIn } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { verifyCode } from './contract.ts'
import { beginPasskeyLogin, beginSecondPasskey, passkeyLogin } from './passkey-contract.ts'
import {
  Passkey,
  PasswordForm,
  PasswordTitle,
  type LoginProps,
  type PasswordProps,
} from './passkey-steps.tsx'
import { messages } from './texts/messages.ts'

/** Suggests passkeys in the form of a user login, and shows a button for them. */
export function UserPasskey({
  onDone,
  onPassword,
}: LoginProps & { onDone: (reply: LoggedIn) => void }) {
  return (
    <Passkey
      texts={useMessages(messages)}
      isSuggested
      begin={() => call(beginPasskeyLogin, { body: {} })}
      finish={async (response) => {
        const reply = await call(passkeyLogin, { body: { response } })
        if (reply.next === 'verify-mfa') return onPassword()
        onDone(reply)
      }}
    />
  )
}

/** Asks for a passkey as the second step of a login. */
export function UserSecondPasskey({ onDone }: { onDone: (reply: LoggedIn) => void }) {
  return (
    <Passkey
      texts={useMessages(messages)}
      begin={() => call(beginSecondPasskey, { body: {} })}
      finish={async (passkey) => onDone(await call(verifyCode, { body: { passkey } }))}
    />
  )
}

/** Asks for the password after a passkey that is only one of two factors. */
export function UserPasswordAfter(props: PasswordProps & { onDone: (reply: LoggedIn) => void }) {
  return (
    <>
      <PasswordTitle />
      <UserPasswordForm {...props} />
    </>
  )
}

/** The password form without a title, for a dialog. */
export function UserPasswordForm(props: PasswordProps & { onDone: (reply: LoggedIn) => void }) {
  return <PasswordForm endpoint={verifyCode} {...props} />
}
