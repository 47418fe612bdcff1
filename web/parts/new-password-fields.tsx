import { useState } from 'react'
import type { PasswordContext } from '#contract/password-rules.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import type { FormState } from '../ui/form-state.ts'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import styles from './new-password-fields.module.css'
import { PasswordChecklist } from './password-checklist.tsx'
import { passwordMessages } from './texts/messages.ts'
import { suggestPassword } from './suggest-password.ts'

type Confirmation = 'confirmPassword'
type Props<Name extends string> = {
  form: FormState<NoInfer<Name> | Confirmation, NoInfer<Name> | Confirmation>
  name: Name
  /** The user, for the rules about names and email. */
  context: PasswordContext
}

/** A new password and its confirmation, with the checklist of rules and a suggestion. */
export function NewPasswordFields<Name extends string>(props: Props<Name>) {
  const { form, name, context } = props
  const password = String(form.values[name])
  return (
    <>
      <PasswordField form={form} name={name} autoComplete="new-password">
        <PasswordChecklist password={password} context={context} />
        <Suggestion {...props} />
      </PasswordField>
      <PasswordField form={form} name="confirmPassword" autoComplete="new-password" />
    </>
  )
}

/** Suggests a password, and shows it until the user changes the field. */
function Suggestion<Name extends string>({ form, name, context }: Props<Name>) {
  const t = useMessages(passwordMessages)
  const [suggestion, setSuggestion] = useState('')
  const isUsed = suggestion !== '' && form.values[name] === suggestion

  function suggest(): void {
    const password = suggestPassword(context)
    setSuggestion(password)
    form.set(name, password)
    form.set('confirmPassword', password)
  }

  return (
    <div className="quiet-offer stack-2">
      <Button variant="quiet" onClick={suggest}>
        {t.suggestPassword}
      </Button>
      <p role="status" className="hint">
        {isUsed && t.suggested}
      </p>
      {isUsed && (
        <div className={styles.suggested}>
          <code dir="ltr">{suggestion}</code>
          <CopyButton text={suggestion}>{t.copyPassword}</CopyButton>
        </div>
      )}
    </div>
  )
}

/** Gives password managers the account of a new password, in a form without an email field. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      defaultValue={email}
      readOnly
      hidden
    />
  )
}
