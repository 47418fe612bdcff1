import { fill } from '#contract/locale.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/ui/human-check.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useWords } from '#web/locale.ts'
import { LinkCheckFailed, useMailedLink, type MailedLink } from '#web/mailed-link.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { signUp } from './contract.ts'
import { words } from './messages.ts'

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
  const say = useWords(words)
  const [found, retry] = useMailedLink(props.token, 'invitation')
  if (found === 'checking') {
    return (
      <>
        <PageTitle>{say.title}</PageTitle>
        <Loading text={say.checking} />
      </>
    )
  }
  if (found === 'invalid') return <InvalidInvitation loginUrl={props.loginUrl} />
  if (found instanceof Error) {
    return (
      <>
        <PageTitle>{say.title}</PageTitle>
        <LinkCheckFailed error={found} onRetry={retry} />
      </>
    )
  }
  return <SignUpForm {...props} token={props.token ?? ''} invitation={found} />
}

type FormProps = Props & { token: string; invitation: MailedLink }

function SignUpForm({ token, invited, invitation, loginUrl, termsUrl, onDone }: FormProps) {
  const say = useWords(words)
  const { firstname = '', lastname = '' } = invitation
  const contextOf = ({ email }: { email: string | boolean }) => ({
    person: { email: String(email), firstname, lastname },
    isSignUp: true,
  })
  const form = useForm(signUp, say, {
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
  const masked = fill(say.emailHintMasked, { email: invitation.email })

  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <p>{say.text}</p>
      <Form form={form}>
        <TextField
          form={form}
          name="email"
          label={say.email}
          hint={invited ? say.emailHint : masked}
          type="email"
          autoComplete="username"
          readOnly={invited !== ''}
        />
        <NewPasswordFields
          form={form}
          name="password"
          label={say.password}
          confirmLabel={say.confirmPassword}
          context={contextOf(form.values)}
        />
        <CheckboxField form={form} name="acceptTerms" label={<TermsLabel url={termsUrl} />} />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{say.signUp}</SubmitButton>
      </Form>
      <p>
        {say.haveAccount} <a href={loginUrl}>{say.logIn}</a>
      </p>
    </>
  )
}

function TermsLabel({ url }: { url: string }) {
  const say = useWords(words)
  const [before, after] = say.acceptTerms.split('{terms}')
  return (
    <>
      {before}
      <a href={url} target="_blank" rel="noopener">
        {say.terms}
      </a>
      {after}
    </>
  )
}

function InvalidInvitation({ loginUrl }: { loginUrl: string }) {
  const say = useWords(words)
  return (
    <>
      <PageTitle>{say.invalidTitle}</PageTitle>
      <p>{say.invalidText}</p>
      <a className="primary-button" href={loginUrl}>
        {say.logIn}
      </a>
    </>
  )
}
