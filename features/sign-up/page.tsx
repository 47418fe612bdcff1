import { useEffect, useState } from 'react'
import { CallFailure } from '#contract/call.ts'
import type { Reply } from '#contract/endpoint.ts'
import { checkLink } from '#contract/link.ts'
import { fill } from '#contract/locale.ts'
import { all, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { fieldWords } from '#web/field-words.ts'
import { CheckboxField, Form, PasswordField, SubmitButton, TextField, useForm } from '#web/form.tsx'
import { HumanCheck } from '#web/human-check.tsx'
import { Loading } from '#web/loading.tsx'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { PasswordChecklist } from '#web/password-checklist.tsx'
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

type Invitation = Reply<typeof checkLink>
type Found = Invitation | 'checking' | 'invalid' | Error

/** An invitation that has expired is said to be so before anybody types. */
export function SignUpPage(props: Props) {
  const say = useWords(words)
  const [found, retry] = useInvitation(props.token)
  if (found === 'checking') {
    return (
      <>
        <PageTitle>{say.title}</PageTitle>
        <Loading text={say.checking} />
      </>
    )
  }
  if (found === 'invalid') return <InvalidInvitation loginUrl={props.loginUrl} />
  if (found instanceof Error) return <CheckFailed error={found} onRetry={retry} />
  return <SignUpForm {...props} token={props.token ?? ''} invitation={found} />
}

function useInvitation(token: string | undefined): [found: Found, retry: () => void] {
  const [found, setFound] = useState<Found>('checking')
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isOver = false
    void checked(token).then((result) => !isOver && setFound(result))
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a retry asks again
  }, [token, round])

  function retry(): void {
    setFound('checking')
    setRound((count) => count + 1)
  }

  return [found, retry]
}

async function checked(token: string | undefined): Promise<Found> {
  if (token === undefined) return 'invalid'
  try {
    const link = await call(checkLink, { body: { token } })
    return link.kind === 'invitation' ? link : 'invalid'
  } catch (error) {
    if (error instanceof Refusal && error.code === all.invalidLink) return 'invalid'
    return error instanceof Error ? error : new Error('unknown', { cause: error })
  }
}

type FormProps = Props & { token: string; invitation: Invitation }

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
        <PasswordField form={form} name="password" label={say.password} autoComplete="new-password">
          <PasswordChecklist
            password={String(form.values.password)}
            context={contextOf(form.values)}
          />
        </PasswordField>
        <PasswordField
          form={form}
          name="confirmPassword"
          label={say.confirmPassword}
          autoComplete="new-password"
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

function CheckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const say = useWords(words)
  const shared = useWords(fieldWords)
  const isBusy = error instanceof Refusal && error.code === all.tooManyRequests
  const isNetwork = error instanceof CallFailure && error.kind === 'network'
  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <Notice kind="warning">
        {isBusy ? shared.tooManyRequests : isNetwork ? shared.network : shared.failed}
      </Notice>
      <button type="button" className="secondary-button" onClick={onRetry}>
        {shared.retry}
      </button>
    </>
  )
}
