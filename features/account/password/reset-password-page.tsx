import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import { errorCodes } from '#contract/refusal.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import {
  CheckedPage,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/parts/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { newPasswordFaults } from '#web/parts/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/parts/new-password-fields.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { confirmPasswordReset } from './contract.ts'
import { resetMessages } from './texts/messages.ts'

const passkeysPanel = links.hrefOf(links.partOf(links.security(), 'passkeys'))

/** Result of setting the password: whether it was the first, and recent passkeys that may belong to another person. */
export type SetPassword = {
  isFirst: boolean
  passkeys?: Reply<typeof confirmPasswordReset>['recentPasskeys']
}

type ResetProps = {
  token: string | undefined
  /** True if the page was opened without the token of its link. */
  isLost: boolean
  done: SetPassword | undefined
  /** Address in the query of the mailed link, which may name anybody; empty if unknown. */
  email: string
  /** Address of the platform that the login leads to; empty without one. */
  redirectUrl: string
  onDone: (done: SetPassword) => void
}

/** Sets the first or a new password by a mailed link. Opening the link does not consume it. */
export function ResetPasswordPage(props: ResetProps) {
  const t = useMessages(resetMessages)
  const check = useMailedLink(props.token, 'reset-password', { user: props.email })
  const email = useConfirmedEmail(check[0])
  const toRequest = links.withEmail(
    links.forgotPassword({ redirect_url: props.redirectUrl }),
    props.email,
  )
  if (props.done) return <PasswordSet {...props} {...props.done} email={email} />
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.resetTitle}
      text={t.checking}
      invalid={{ title: t.invalidTitle, text: t.invalidText }}
      actions={
        <ButtonTo to={toRequest} kind="primary">
          {t.requestNew}
        </ButtonTo>
      }
    >
      {(link, onInvalid) => <ChoosePassword {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

/** Returns the address that the check of the link has confirmed, also once the link is used up; empty without one. */
function useConfirmedEmail(link: unknown): string {
  const [email, setEmail] = useState('')
  const user = (link as MailedLink | undefined)?.user ?? ''
  if (user !== '' && user !== email) setEmail(user)
  return email
}

function PasswordSet(props: ResetProps & SetPassword) {
  const { isFirst, passkeys = [], email, redirectUrl } = props
  const t = useMessages(resetMessages)
  return (
    <>
      <PageTitle key="done">{isFirst ? t.firstDoneTitle : t.doneTitle}</PageTitle>
      <Notice kind="success">{isFirst ? t.firstDoneText : t.doneText}</Notice>
      {passkeys.length > 0 && <RecentPasskeys passkeys={passkeys} />}
      <ButtonTo
        to={links.withEmail(links.login({ redirect_url: redirectUrl }), email)}
        kind="primary"
      >
        {t.logIn}
      </ButtonTo>
      {passkeys.length > 0 && (
        <ButtonTo
          to={links.withEmail(links.login({ redirect: passkeysPanel }), email)}
          kind="quiet"
        >
          {t.checkPasskeys}
        </ButtonTo>
      )}
    </>
  )
}

function RecentPasskeys({ passkeys }: Required<Pick<SetPassword, 'passkeys'>>) {
  const t = useMessages(resetMessages)
  const { locale } = useLocale()
  return (
    <Notice title={t.recentPasskeys}>
      <ul>
        {passkeys.map(({ name, createdAt }) => (
          <li key={createdAt}>
            <bdi>{name}</bdi> ·{' '}
            <time dateTime={createdAt}>{formatTime(createdAt, locale, defaultTimeZone())}</time>
          </li>
        ))}
      </ul>
      <p>{t.recentPasskeysText}</p>
    </Notice>
  )
}

type ChooseProps = ResetProps & { link: MailedLink | undefined; onInvalid: () => void }

function ChoosePassword(props: ChooseProps) {
  const { token = '', link, onDone, onInvalid } = props
  const email = link?.user ?? ''
  const t = useMessages(resetMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const isFirst = link?.hasPassword === false
  const { firstname = '', lastname = '' } = link ?? {}
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(
    confirmPasswordReset,
    { ...linkTexts, ...t },
    {
      initial: { token, password: '', confirmPassword: '' },
      check: (typed) => newPasswordFaults(typed, context),
      onDone: ({ recentPasskeys: passkeys }) => onDone({ isFirst, passkeys }),
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  return (
    <>
      <PageTitle key="choose">{isFirst ? t.firstTitle : t.resetTitle}</PageTitle>
      <p>
        <TextWithEmail text={t.account} email={email || (link?.email ?? placeholder)} />
      </p>
      <p>{isFirst ? t.firstText : t.resetText}</p>
      <Form form={form}>
        <HiddenUsername email={email} />
        <NewPasswordFields form={form} name="password" context={context} />
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </Form>
    </>
  )
}
