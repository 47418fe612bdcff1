import { fill } from '#contract/locale.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/ui/human-check.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { LinkCheckFailed, useMailedLink, type MailedLink } from '#web/mailed-link.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { signUp } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  token: string | undefined
  /** The invited address as the mailed link names it. */
  invited: string
  loginUrl: string
  termsUrl: string
  onDone: () => void
}

/** An invitation that has expired is said to be so before anybody types. */
export function SignUpPage(props: Props) {
  const t = useMessages(messages)
  const [found, retry] = useMailedLink(props.token, 'invitation')
  if (found === 'checking') {
    return (
      <>
        <PageTitle>{t.title}</PageTitle>
        <Loading text={t.checking} />
      </>
    )
  }
  if (found === 'invalid') return <InvalidInvitation loginUrl={props.loginUrl} />
  if (found instanceof Error) {
    return (
      <>
        <PageTitle>{t.title}</PageTitle>
        <LinkCheckFailed error={found} onRetry={retry} />
      </>
    )
  }
  return <SignUpForm {...props} token={props.token ?? ''} invitation={found} />
}

type FormProps = Props & { token: string; invitation: MailedLink }

function SignUpForm({ token, invited, invitation, loginUrl, termsUrl, onDone }: FormProps) {
  const t = useMessages(messages)
  const { firstname = '', lastname = '' } = invitation
  const contextOf = ({ email }: { email: string | boolean }) => ({
    person: { email: String(email), firstname, lastname },
    isSignUp: true,
  })
  const form = useForm(signUp, t, {
    empty: {
      token,
      email: invited,
      password: '',
      confirmPassword: '',
      acceptTerms: false,
      humanCheck: '',
    },
    context: contextOf,
    onDone,
  })
  const masked = fill(t.emailHintMasked, { email: invitation.email })

  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.text}</p>
      <Form form={form}>
        <TextField
          form={form}
          name="email"
          label={t.email}
          hint={invited ? t.emailHint : masked}
          type="email"
          autoComplete="username"
          readOnly={invited !== ''}
        />
        <NewPasswordFields
          form={form}
          name="password"
          label={t.password}
          confirmLabel={t.confirmPassword}
          context={contextOf(form.values)}
        />
        <CheckboxField form={form} name="acceptTerms" label={<TermsLabel url={termsUrl} />} />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{t.signUp}</SubmitButton>
      </Form>
      <p>
        {t.haveAccount} <a href={loginUrl}>{t.logIn}</a>
      </p>
    </>
  )
}

function TermsLabel({ url }: { url: string }) {
  const t = useMessages(messages)
  const [before, after] = t.acceptTerms.split('{terms}')
  return (
    <>
      {before}
      <a href={url} target="_blank" rel="noopener">
        {t.terms}
      </a>
      {after}
    </>
  )
}

function InvalidInvitation({ loginUrl }: { loginUrl: string }) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{t.invalidTitle}</PageTitle>
      <p>{t.invalidText}</p>
      <ButtonLink href={loginUrl}>{t.logIn}</ButtonLink>
    </>
  )
}
