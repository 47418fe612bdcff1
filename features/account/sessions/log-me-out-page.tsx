import { useState } from 'react'
import { errorCodes } from '#contract/refusal.ts'
import { formatTime, defaultTimeZone } from '#contract/time.ts'
import { fill } from '#contract/locale.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import {
  CheckedContent,
  LinkCheckFailed,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/mailed-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { logMeOut } from './contract.ts'
import { logMeOutMessages } from './messages.ts'

type Props = {
  token: string | undefined
  loginUrl: string
  changePasswordUrl: string
  onDone: () => void
}

type State = 'asking' | 'done' | 'invalid'

/** Sessions end when the button is pressed, so a mail scanner that opens the link ends none. */
export function LogMeOutPage(props: Props) {
  const t = useMessages(logMeOutMessages)
  const [found, retry] = useMailedLink(props.token, 'log-me-out')
  const [state, setState] = useState<State>('asking')
  if (state === 'done') return <Done {...props} />
  if (state === 'invalid' || found === 'invalid') return <Invalid {...props} />
  if (found instanceof Error) {
    return <LinkCheckFailed title={t.title} error={found} onRetry={retry} />
  }
  return (
    <CheckedContent isChecking={found === 'checking'} text={t.checking}>
      <LogMeOutForm
        token={props.token ?? ''}
        link={found === 'checking' ? undefined : found}
        onInvalid={() => setState('invalid')}
        onDone={() => {
          setState('done')
          props.onDone()
        }}
      />
    </CheckedContent>
  )
}

type FormProps = {
  token: string
  link: MailedLink | undefined
  onDone: () => void
  onInvalid: () => void
}

function LogMeOutForm({ token, link, onDone, onInvalid }: FormProps) {
  const t = useMessages(logMeOutMessages)
  const { locale } = useLocale()
  const form = useForm(logMeOut, t, {
    empty: { token },
    onDone,
    onRefused: onCode(errorCodes.invalidLink, onInvalid),
  })
  const time = link ? formatTime(link.expiresAt, locale, defaultTimeZone()) : placeholder
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Form form={form}>
        <p>
          <TextWithEmail text={t.text} email={link?.email ?? placeholder} />
        </p>
        <p>{fill(t.validUntil, { time })}</p>
        <SubmitButton form={form}>{t.logOut}</SubmitButton>
      </Form>
    </>
  )
}

type Urls = Pick<Props, 'loginUrl' | 'changePasswordUrl'>

function Done(urls: Urls) {
  const t = useMessages(logMeOutMessages)
  return (
    <>
      <PageTitle key="done">{t.doneTitle}</PageTitle>
      <Notice kind="success">{t.done}</Notice>
      <p>{t.advice}</p>
      <NextSteps {...urls} />
    </>
  )
}

function Invalid(urls: Urls) {
  const t = useMessages(logMeOutMessages)
  return (
    <>
      <PageTitle key="invalid">{t.expiredTitle}</PageTitle>
      <p>
        <strong>{t.invalidTitle}</strong>
      </p>
      <p>{t.invalid}</p>
      <NextSteps {...urls} />
    </>
  )
}

function NextSteps({ loginUrl, changePasswordUrl }: Urls) {
  const t = useMessages(logMeOutMessages)
  return (
    <>
      <ButtonLink href={changePasswordUrl}>{t.changePassword}</ButtonLink>
      <ButtonLink variant="secondary" href={loginUrl}>
        {t.logIn}
      </ButtonLink>
    </>
  )
}
