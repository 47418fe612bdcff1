import { useMessages } from '#web/locale.ts'
import { useAccount } from '#web/me.ts'
import { PasswordField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { newPasswordFaults } from '#web/parts/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/parts/new-password-fields.tsx'
import type { TwinOf } from '#contract/endpoint.ts'
import { changePassword } from './contract.ts'
import { changeMessages } from './texts/messages.ts'

export type ChangeCall = TwinOf<typeof changePassword>

type Props = { change: ChangeCall | undefined; onDone: () => void }

/** The form of a password change. The panel loads this file when the pointer or the focus reaches its heading. */
export function ChangeForm({ change = changePassword, onDone }: Props) {
  const t = useMessages(changeMessages)
  const { email, firstname, lastname } = useAccount()
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(change, t, {
    initial: { oldPassword: '', newPassword: '', confirmPassword: '' },
    check: (typed) => newPasswordFaults(typed, context),
    onDone,
  })
  return (
    <Form form={form}>
      <HiddenUsername email={email} />
      <PasswordField form={form} name="oldPassword" autoComplete="current-password" />
      <NewPasswordFields form={form} name="newPassword" context={context} />
      <SubmitButton form={form}>{t.save}</SubmitButton>
    </Form>
  )
}
