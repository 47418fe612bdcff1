import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { PasswordField } from '#web/ui/fields.tsx'
import { newPasswordFaults } from '#web/ui/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { changePassword } from './contract.ts'
import { changeMessages } from './messages.ts'
import styles from './panel.module.css'

/** Changing the password ends the other sessions, so all queries are refreshed. */
export function ChangePasswordPanel({ onChanged }: { onChanged?: () => void }) {
  const t = useMessages(changeMessages)
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [changes, setChanges] = useState(0)

  function finish(): void {
    setChanges((count) => count + 1)
    // The focused button is gone with the old form.
    heading.current?.focus()
    showSuccess(t.done)
    onChanged?.()
    void queryClient.invalidateQueries()
  }

  return (
    <Panel title={t.title} intro={t.intro} headingRef={heading} isBeside>
      {changes > 0 && <Notice kind="success">{t.done}</Notice>}
      <div className={styles.form}>
        <ChangeForm key={changes} onDone={finish} />
      </div>
    </Panel>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const t = useMessages(changeMessages)
  const { email, firstname, lastname } = useMe()
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(changePassword, t, {
    empty: { oldPassword: '', newPassword: '', confirmPassword: '' },
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
