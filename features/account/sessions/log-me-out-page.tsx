import type { UndoableChange } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { defaultTimeZone, firstFormats, formatTime } from '#contract/time.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import {
  CheckedPage,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/parts/mailed-link.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { rich } from '#web/ui/rich.ts'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { logMeOut } from './contract.ts'
import { logMeOutMessages } from './texts/messages.ts'

type Props = {
  token: string | undefined
  /** True if the page was opened without the token of its link. */
  isLost: boolean
  /** Set once the link was used, with the change that it undid. */
  done: { undone?: UndoableChange } | undefined
  loginUrl: string
  changePasswordUrl: string
  onDone: (undone: UndoableChange | undefined) => void
}

/** Ends sessions only when the button is clicked, so a mail scanner that opens the link ends none. */
export function LogMeOutPage(props: Props) {
  const t = useMessages(logMeOutMessages)
  const { locale } = useLocale()
  const check = useMailedLink(props.token, 'log-me-out', {
    intlCalls: firstFormats(locale),
  })
  if (props.done) {
    const { undone } = props.done
    return (
      <>
        <PageTitle key="done">{t.doneTitle}</PageTitle>
        <Notice kind="success">
          {t.done} {undone && t.undone({ change: nameOf(undone) })}
        </Notice>
        <p>{t.advice}</p>
        <NextSteps {...props} />
      </>
    )
  }
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.title}
      text={t.checking}
      invalid={{ title: t.expiredTitle, lead: t.invalidTitle, text: t.invalid }}
      actions={<NextSteps {...props} />}
    >
      {(link, onInvalid) => <LogMeOutForm {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

/** Returns the name of a change in the texts. */
function nameOf(change: UndoableChange): 'passkey' | 'authenticator' | 'other' {
  return change === 'contact-point' ? 'other' : change
}

type FormProps = Props & { link: MailedLink | undefined; onInvalid: () => void }

function LogMeOutForm({ token = '', link, loginUrl, onDone, onInvalid }: FormProps) {
  const t = useMessages(logMeOutMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const { locale } = useLocale()
  const form = useForm(
    logMeOut,
    { ...linkTexts, ...t },
    {
      initial: { token },
      onDone: () => onDone(link?.undoes),
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  const time = link ? formatTime(link.expiresAt, locale, defaultTimeZone()) : placeholder
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Form form={form}>
        <p>
          <TextWithEmail text={t.text} email={link?.email ?? placeholder} />
        </p>
        {link?.undoes && <p>{t.undoes({ change: nameOf(link.undoes) })}</p>}
        <p>{rich(t.validUntil, { time: <bdi className="awaited">{time}</bdi> })}</p>
        <SubmitButton form={form} variant="danger">
          {t.logOut}
        </SubmitButton>
      </Form>
      <ButtonLink variant="quiet" href={loginUrl}>
        {t.itWasMe}
      </ButtonLink>
    </>
  )
}

type Urls = Pick<Props, 'loginUrl' | 'changePasswordUrl'>

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
