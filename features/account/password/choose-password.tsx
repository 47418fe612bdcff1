import { errorCodes } from '#contract/refusal.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HiddenUsername } from '#web/ui/hidden-username.tsx'
import { useMessages } from '#web/locale.ts'
import { placeholder, type MailedLink } from '#web/mailed-link.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { confirmReset } from './contract.ts'
import { resetMessages } from './messages.ts'

type Props = {
  token: string
  email: string
  /** Undefined while it is checked. */
  link: MailedLink | undefined
  onDone: () => void
  onInvalid: () => void
}

export function ChoosePassword({ token, email, link, onDone, onInvalid }: Props) {
  const t = useMessages(resetMessages)
  const isFirst = link?.hasPassword === false
  const { firstname = '', lastname = '' } = link ?? {}
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(confirmReset, t, {
    empty: { token, password: '', confirmPassword: '' },
    context: () => context,
    onDone,
    onRefused: ({ code }) => {
      if (code !== errorCodes.invalidLink) return false
      onInvalid()
      return true
    },
  })
  const [before, after] = t.account.split('{email}')
  return (
    <>
      <PageTitle key="choose">{isFirst ? t.firstTitle : t.resetTitle}</PageTitle>
      <p>
        {before}
        <bdi>
          <strong>{email || (link?.email ?? placeholder)}</strong>
        </bdi>
        {after}
      </p>
      <p>{isFirst ? t.firstText : t.resetText}</p>
      <Form form={form}>
        <HiddenUsername email={email} />
        <NewPasswordFields
          form={form}
          name="password"
          label={t.password}
          confirmLabel={t.confirmPassword}
          context={context}
        />
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </Form>
    </>
  )
}
