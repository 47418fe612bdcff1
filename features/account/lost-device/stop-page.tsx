import { useState } from 'react'
import type { RecoveryState } from '#contract/link.ts'
import { forgotPassword, login } from '#contract/links.ts'
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
import { settings } from '#web/settings.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { stopRecovery, type Secured } from './contract.ts'
import { SecureForms } from './secure-forms.tsx'
import { stopMessages } from './texts/messages.ts'

type Props = {
  token: string | undefined
  /** True if the page was opened without the token of its link. */
  isLost: boolean
  secured: Secured | undefined
  onSecured: (action: Secured) => void
}

/**
 * Stops a recovery by a mailed link. Requires a press of a button, so a mail scanner that opens the link stops nothing.
 */
export function StopRecoveryPage(props: Props) {
  const t = useMessages(stopMessages)
  const check = useMailedLink(props.token, 'stop-recovery')
  if (props.secured) return <Done secured={props.secured} />
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.openTitle}
      text={t.checking}
      invalid={{ title: t.expiredTitle, text: t.invalid }}
      actions={<NextSteps />}
    >
      {(link, onInvalid) => <StopOrSecure {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

type StopOrSecureProps = Props & { link: MailedLink | undefined; onInvalid: () => void }

function StopOrSecure(props: StopOrSecureProps) {
  const { token = '', link, onInvalid, onSecured } = props
  const [stateWhenPressed, setStateWhenPressed] = useState<RecoveryState>()
  const state = stateWhenPressed ?? link?.recovery ?? 'open'
  const isPressed = stateWhenPressed !== undefined
  if (!isPressed && (state === 'open' || state === 'undoable'))
    return <StopForm {...props} state={state} onStopped={setStateWhenPressed} />
  return (
    <>
      <StopResult state={state} isPressed={isPressed} />
      <SecureForms token={token} onInvalid={onInvalid} onSecured={onSecured} />
    </>
  )
}

function StopResult({ state, isPressed }: { state: RecoveryState; isPressed: boolean }) {
  const t = useMessages(stopMessages)
  const isUndone = state === 'undoable'
  if (isPressed && state !== 'done')
    return (
      <>
        <PageTitle key="stopped">{isUndone ? t.undoneTitle : t.stoppedTitle}</PageTitle>
        <Notice kind="success">{isUndone ? t.undone : t.stopped}</Notice>
      </>
    )
  const isDone = state === 'done'
  return (
    <>
      <PageTitle key={state}>{isDone ? t.doneTitle : t.endedTitle}</PageTitle>
      <p>{isDone ? t.doneText : t.endedText}</p>
    </>
  )
}

type StopProps = StopOrSecureProps & {
  state: 'open' | 'undoable'
  onStopped: (state: RecoveryState) => void
}

function StopForm({ token = '', link, state, onStopped, onInvalid }: StopProps) {
  const t = useMessages(stopMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const form = useForm(
    stopRecovery,
    { ...linkTexts, ...t },
    {
      initial: { token },
      onDone: ({ recovery }) => onStopped(recovery),
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  const isUndoable = state === 'undoable'
  return (
    <>
      <PageTitle>{isUndoable ? t.undoableTitle : t.openTitle}</PageTitle>
      <p>
        <TextWithEmail text={t.account} email={link?.email ?? placeholder} />
      </p>
      <p>{isUndoable ? t.undoableText : t.openText}</p>
      <Form form={form}>
        <SubmitButton form={form}>{isUndoable ? t.undo : t.stop}</SubmitButton>
      </Form>
    </>
  )
}

function Done({ secured }: { secured: Secured }) {
  const t = useMessages(stopMessages)
  const { supportEmail } = settings().brand
  if (secured === 'locked')
    return (
      <>
        <PageTitle key="locked">{t.lockedTitle}</PageTitle>
        <Notice kind="success">{t.locked({ supportEmail })}</Notice>
      </>
    )
  return (
    <>
      <PageTitle key="secured">{t.securedTitle}</PageTitle>
      <Notice kind="success">{t.secured}</Notice>
      <NextSteps />
    </>
  )
}

function NextSteps() {
  const t = useMessages(stopMessages)
  return (
    <>
      <ButtonTo to={forgotPassword()} kind="primary">
        {t.changePassword}
      </ButtonTo>
      <ButtonTo to={login()}>{t.logIn}</ButtonTo>
    </>
  )
}
