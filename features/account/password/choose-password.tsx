import { errorCodes } from '#contract/refusal.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HiddenUsername } from '#web/ui/hidden-username.tsx'
import { useWords } from '#web/locale.ts'
import type { MailedLink } from '#web/mailed-link.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { confirmReset } from './contract.ts'
import { words } from './reset-messages.ts'

type Props = {
  token: string
  email: string
  link: MailedLink
  onDone: () => void
  onInvalid: () => void
}

export function ChoosePassword({ token, email, link, onDone, onInvalid }: Props) {
  const say = useWords(words)
  const isFirst = link.hasPassword === false
  const { firstname = '', lastname = '' } = link
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(confirmReset, say, {
    empty: { token, password: '', confirmPassword: '' },
    context: () => context,
    onDone,
    onRefused: ({ code }) => {
      if (code !== errorCodes.invalidLink) return false
      onInvalid()
      return true
    },
  })
  const [before, after] = say.account.split('{email}')
  return (
    <>
      <PageTitle key="choose">{isFirst ? say.firstTitle : say.resetTitle}</PageTitle>
      <p>
        {before}
        <bdi>
          <strong>{email || link.email}</strong>
        </bdi>
        {after}
      </p>
      <p>{isFirst ? say.firstText : say.resetText}</p>
      <Form form={form}>
        <HiddenUsername email={email} />
        <NewPasswordFields
          form={form}
          name="password"
          label={say.password}
          confirmLabel={say.confirmPassword}
          context={context}
        />
        <SubmitButton form={form}>{say.save}</SubmitButton>
      </Form>
    </>
  )
}
