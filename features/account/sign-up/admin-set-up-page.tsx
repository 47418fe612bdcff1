import { useEffect, useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HiddenUsername } from '#web/ui/hidden-username.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { checkSetUpLink, setUpAdmin } from './contract.ts'
import { adminSetUpMessages } from './messages.ts'

type Props = {
  token: string | undefined
  loginLink: (text: string) => ReactNode
  onDone: () => void
}

type InvitedAdmin = Reply<typeof checkSetUpLink>

/** An admin chooses a password by a mailed link. Opening the link does not use it up. */
export function AdminSetUpPage({ token, loginLink, onDone }: Props) {
  const t = useMessages(adminSetUpMessages)
  const [found, retry] = useInvitedAdmin(token)
  const [state, setState] = useState<'asking' | 'done' | 'invalid'>('asking')
  if (state === 'done') {
    return (
      <>
        <PageTitle key="done">{t.doneTitle}</PageTitle>
        <Notice kind="success">{t.done}</Notice>
        {loginLink(t.logIn)}
      </>
    )
  }
  if (state === 'invalid' || found === 'invalid') {
    return (
      <>
        <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
        <p>{t.invalidLink}</p>
        {loginLink(t.logIn)}
      </>
    )
  }
  if (found === undefined || found instanceof Error) {
    return (
      <>
        <PageTitle key="checking">{t.title}</PageTitle>
        {found ? (
          <Failure text={failureOf(t, found)} error={found} onRetry={retry} />
        ) : (
          <Loading text={t.loading} />
        )}
      </>
    )
  }
  return (
    <ChoosePassword
      token={token ?? ''}
      admin={found}
      onInvalid={() => setState('invalid')}
      onDone={() => {
        setState('done')
        onDone()
      }}
    />
  )
}

type ChooseProps = { token: string; admin: InvitedAdmin; onInvalid: () => void; onDone: () => void }

function ChoosePassword({ token, admin, onInvalid, onDone }: ChooseProps) {
  const t = useMessages(adminSetUpMessages)
  const context = { person: admin, isSignUp: false }
  const form = useForm(setUpAdmin, t, {
    empty: { token, password: '', confirmPassword: '' },
    context: () => context,
    onDone,
    onRefused: ({ code }) => {
      if (code === errorCodes.invalidLink) onInvalid()
      return code === errorCodes.invalidLink
    },
  })
  const [before, after] = t.text.split('{email}')
  return (
    <>
      <PageTitle key="asking">{t.title}</PageTitle>
      <p>
        {before}
        <bdi>
          <strong>{admin.email}</strong>
        </bdi>
        {after}
      </p>
      <Form form={form}>
        <HiddenUsername email={admin.email} />
        <NewPasswordFields form={form} name="password" context={context} />
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </Form>
    </>
  )
}

function useInvitedAdmin(
  token: string | undefined,
): [found: InvitedAdmin | Error | 'invalid' | undefined, retry: () => void] {
  const [found, setFound] = useState<InvitedAdmin | Error | 'invalid'>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    async function check(): Promise<void> {
      if (token === undefined) return setFound('invalid')
      try {
        setFound(await call(checkSetUpLink, { body: { token } }, { signal: leaving.signal }))
      } catch (error) {
        if (leaving.signal.aborted) return
        const isInvalid = error instanceof Refusal && error.code === errorCodes.invalidLink
        setFound(isInvalid ? 'invalid' : (error as Error))
      }
    }
    void check()
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- a retry asks again
  }, [token, round])

  function retry(): void {
    setFound(undefined)
    setRound((count) => count + 1)
  }

  return [found, retry]
}

function failureOf(t: { userInactive: string; failedTitle: string }, error: Error): string {
  const isInactive = error instanceof Refusal && error.code === errorCodes.userInactive
  return isInactive ? t.userInactive : t.failedTitle
}
