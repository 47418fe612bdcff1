import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { adminLogin } from '#contract/links.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { newPasswordFaults } from '#web/parts/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/parts/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LinkLost, orInvalid, type DeadLink } from '#web/parts/mailed-link.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { PageTitle } from '#web/page-title.tsx'
import { checkSetUpLink, setUpAdmin } from './contract.ts'
import { adminSetUpMessages } from './texts/messages.ts'

type Props = {
  token: string | undefined
  isLost: boolean
  isDone: boolean
  onDone: () => void
}

type InvitedAdmin = Reply<typeof checkSetUpLink>

/** Sets the password of an admin by a mailed link. Opening the link does not consume it. */
export function AdminSetUpPage({ token, isLost, isDone, onDone }: Props) {
  const t = useMessages(adminSetUpMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const [admin, retry] = useLoaded((signal) => findAdmin(token, signal), token)
  const [isInvalid, setInvalid] = useState(false)
  const toLogin = (
    <ButtonTo to={adminLogin()} kind="primary">
      {t.logIn}
    </ButtonTo>
  )
  if (isDone) {
    return (
      <>
        <PageTitle key="done">{t.doneTitle}</PageTitle>
        <Notice kind="success">{t.done}</Notice>
        {toLogin}
      </>
    )
  }
  if (isLost) return <LinkLost actions={toLogin} />
  if (isInvalid || admin === 'invalid' || admin === 'used') {
    return (
      <>
        <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
        <p>{t.invalidLink}</p>
        {toLogin}
      </>
    )
  }
  if (admin === undefined || admin instanceof Error) {
    return (
      <>
        <PageTitle key="checking">{t.title}</PageTitle>
        {admin ? (
          <Failure text={linkTexts.checkFailed} texts={t} error={admin} onRetry={retry} />
        ) : (
          <Loading text={t.loading} />
        )}
      </>
    )
  }
  return (
    <ChoosePassword
      token={token ?? ''}
      admin={admin}
      onInvalid={() => setInvalid(true)}
      onDone={onDone}
    />
  )
}

type ChooseProps = { token: string; admin: InvitedAdmin; onInvalid: () => void; onDone: () => void }

function ChoosePassword({ token, admin, onInvalid, onDone }: ChooseProps) {
  const t = useMessages(adminSetUpMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const context = { person: admin, isSignUp: false }
  const form = useForm(
    setUpAdmin,
    { ...linkTexts, ...t },
    {
      initial: { token, password: '', confirmPassword: '' },
      check: (typed) => newPasswordFaults(typed, context),
      onDone,
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  return (
    <>
      <PageTitle key="asking">{t.title}</PageTitle>
      <p>
        <TextWithEmail text={t.text} email={admin.email} />
      </p>
      <Form form={form}>
        <HiddenUsername email={admin.email} />
        <NewPasswordFields form={form} name="password" context={context} />
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </Form>
    </>
  )
}

async function findAdmin(
  token: string | undefined,
  signal: AbortSignal,
): Promise<InvitedAdmin | DeadLink> {
  if (token === undefined) return 'invalid'
  return orInvalid(call(checkSetUpLink, { body: { token } }, { signal }))
}
