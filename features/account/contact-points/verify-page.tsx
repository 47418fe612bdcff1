import { login } from '#contract/links.ts'
import { errorCodes } from '#contract/refusal.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import {
  CheckedPage,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/parts/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { verifyContactPoint } from './contract.ts'
import { verifyMessages } from './texts/messages.ts'

type Props = {
  token: string | undefined
  /** True if the page was opened without the token of its link. */
  isLost: boolean
  isDone: boolean
  onDone: () => void
}

/**
 * Confirms an address by a mailed link. Requires a press of the button, so a mail scanner that opens the link confirms
 * nothing.
 */
export function ContactPointPage(props: Props) {
  const t = useMessages(verifyMessages)
  const check = useMailedLink(props.token, 'contact-point')
  if (props.isDone)
    return (
      <>
        <PageTitle key="done">{t.doneTitle}</PageTitle>
        <Notice kind="success">{t.done}</Notice>
      </>
    )
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.title}
      text={t.checking}
      invalid={{ title: t.expiredTitle, text: t.invalid }}
      actions={
        <ButtonTo to={login()} kind="primary">
          {t.logIn}
        </ButtonTo>
      }
    >
      {(link, onInvalid) => <VerifyForm {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

type FormProps = Props & { link: MailedLink | undefined; onInvalid: () => void }

function VerifyForm({ token = '', link, onDone, onInvalid }: FormProps) {
  const t = useMessages(verifyMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const form = useForm(
    verifyContactPoint,
    { ...linkTexts, ...t },
    {
      initial: { token },
      onDone,
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Form form={form}>
        <p>
          <TextWithEmail text={t.text} email={link?.email ?? placeholder} />
        </p>
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </Form>
    </>
  )
}
