import { useEffect, useEffectEvent } from 'react'
import { terms } from '#contract/links.ts'
import { errorCodes } from '#contract/refusal.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { NewTabHint } from '#web/ui/new-tab-hint.tsx'
import { StrongName } from '#web/ui/strong-name.tsx'
import { rich } from '#web/ui/rich.ts'
import { HumanCheck } from '#web/parts/human-check.tsx'
import { Joining } from '#web/parts/joining.tsx'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { CheckedPage, useMailedLink, type MailedLink } from '#web/parts/mailed-link.tsx'
import { newPasswordFaults } from '#web/parts/new-password-faults.ts'
import { NewPasswordFields } from '#web/parts/new-password-fields.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { settings } from '#web/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { signUp } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = {
  token: string | undefined
  isLost: boolean
  /** Address in the query of the mailed link; only the check of the link proves that it is the invited one. */
  invited: string
  loginUrl: string
  onDone: () => void
}

/** Shows the sign-up form, which is inert until the invitation is checked. */
export function SignUpPage(props: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  // The first use of the list format is slow, so it is prepared while the link is checked.
  const check = useMailedLink(props.token, 'invitation', {
    user: props.invited,
    intlCalls: [() => new Intl.ListFormat(locale)],
  })
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.title}
      text={t.checking}
      invalid={{ title: t.invalidTitle, text: t.invalidText }}
      used={{ title: t.usedTitle, text: t.usedText }}
      actions={<ButtonLink href={props.loginUrl}>{t.logIn}</ButtonLink>}
    >
      {(invitation, onInvalid) => (
        <SignUpForm {...props} invitation={invitation} onInvalid={onInvalid} />
      )}
    </CheckedPage>
  )
}

const emptyAnswers = { password: '', confirmPassword: '', acceptTerms: false, humanCheck: '' }

type FormProps = Props & { invitation: MailedLink | undefined; onInvalid: () => void }

function SignUpForm(props: FormProps) {
  const { invitation, loginUrl } = props
  const invited = invitation?.user ?? ''
  const t = useMessages(messages)
  const { form, context } = useSignUpForm(props)

  const isMasked = invited === '' && invitation !== undefined
  const hint = isMasked ? t.emailHintMasked({ email: invitation.email }) : t.emailHint

  const prefill = useEffectEvent(() => form.set('email', invited))
  useEffect(() => {
    if (invited !== '') prefill()
  }, [invited])

  return (
    <Joining step={1} greeting={<Greeting invitation={invitation} />}>
      <Form form={form}>
        <TextField
          form={form}
          name="email"
          hint={hint}
          type="email"
          autoComplete="username"
          readOnly={invited !== ''}
        />
        <NewPasswordFields form={form} name="password" context={context} />
        <CheckboxField form={form} name="acceptTerms" label={<TermsLabel />} />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{t.signUp}</SubmitButton>
      </Form>
      <p>
        {t.haveAccount} <a href={loginUrl}>{t.logIn}</a>
      </p>
    </Joining>
  )
}

/**
 * Greets the invited user, and names the company and the platforms. Reserves the space until the invitation has loaded.
 */
function Greeting({ invitation }: { invitation: MailedLink | undefined }) {
  const t = useMessages(messages)
  const { firstname = '' } = invitation ?? {}
  return (
    <div className={`stack-2 ${styles.greeting}`}>
      <PageTitle name={t.title}>
        {firstname === '' ? t.welcome : rich(t.welcomeName, { name: <bdi>{firstname}</bdi> })}
      </PageTitle>
      <p>
        <Introduction invitation={invitation} />
      </p>
    </div>
  )
}

function Introduction({ invitation }: { invitation: MailedLink | undefined }) {
  const t = useMessages(messages)
  const { company: companyName, platforms = [] } = invitation ?? {}
  if (companyName === undefined) return t.text
  const company = <StrongName>{companyName}</StrongName>
  if (platforms.length === 0) {
    const brand = <StrongName>{settings().brand.name}</StrongName>
    return rich(t.invitedOnly, { company, brand })
  }
  const names = platforms.map((name) => <StrongName key={name}>{name}</StrongName>)
  return rich(t.invited, { company, platforms: names })
}

function useSignUpForm({ token = '', invitation, onDone, onInvalid }: FormProps) {
  const t = { ...useMessages(mailedLinkMessages), ...useMessages(messages) }
  const { locale } = useLocale()
  const { firstname = '', lastname = '' } = invitation ?? {}
  const contextOf = ({ email }: { email: string | boolean }) => ({
    person: { email: String(email), firstname, lastname },
    isSignUp: true,
  })
  const form = useForm(signUp, t, {
    initial: { ...emptyAnswers, token, email: '' },
    check: (typed) => newPasswordFaults(typed, contextOf(typed)),
    toBody: (typed) => ({ ...typed, timezone: defaultTimeZone(), preferredLanguage: locale }),
    onDone,
    onRefused: onCode(errorCodes.invalidLink, onInvalid),
  })
  return { form, context: contextOf(form.values) }
}

function TermsLabel() {
  const t = useMessages(messages)
  const link = (
    <LinkTo to={terms()} target="_blank" rel="noopener">
      {t.terms}
      <NewTabHint />
    </LinkTo>
  )
  return rich(t.acceptTerms, { terms: link })
}
