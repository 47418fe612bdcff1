import { useState } from 'react'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { fill } from '#contract/locale.ts'
import { stepUpUser } from '#contract/step-up.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PasswordField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { getStepUp, type StepUpRequest } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  /** Of a platform's request, or the id of a platform behind a proxy; undefined while hydrating. */
  asked: { uid: string } | { subsystem: string } | undefined
  /** The page was opened without either. */
  isLost: boolean
  addPasskeyUrl: string
  /** Goes on with the platform's request; `isGivenUp` without what it asks for. */
  onDone: (options?: { isGivenUp: boolean }) => void
}

/** A platform asks a user who is logged in for more: its name, why, and what the user has for it. */
export function StepUpPage({ asked, isLost, ...page }: Props) {
  const t = useMessages(messages)
  const [found, retry] = useLoaded(
    async (signal) => asked && findRequest(asked, signal, page.onDone),
    JSON.stringify(asked),
  )
  if (isLost || found === 'expired') {
    return (
      <>
        <PageTitle>{t.expiredTitle}</PageTitle>
        <p>{t.expired}</p>
      </>
    )
  }
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      {found === undefined && <Loading />}
      {found instanceof Error && <Failure error={found} onRetry={retry} />}
      {typeof found === 'object' && !(found instanceof Error) && <Request {...page} {...found} />}
    </>
  )
}

/** A user whose session has ended logs in: the platform's request leads there. */
async function findRequest(
  query: NonNullable<Props['asked']>,
  signal: AbortSignal,
  onDone: () => void,
): Promise<StepUpRequest | 'expired' | undefined> {
  return call(getStepUp, { query }, { signal, background: true }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === errorCodes.notFound) return 'expired'
    if (error.code !== errorCodes.notLoggedIn) throw error
    onDone()
    return undefined
  })
}

type RequestProps = Pick<Props, 'addPasskeyUrl' | 'onDone'> & StepUpRequest

function Request({ platform, email, reason, ways, addPasskeyUrl, onDone }: RequestProps) {
  const t = useMessages(messages)
  const [way] = useState(ways[0])
  const why = { again: t.again, 'two-factors': t.twoFactors, passkey: t.passkey }[reason]
  return (
    <>
      <p>{fill(why, { platform })}</p>
      <p className="soft">
        <TextWithEmail text={t.person} email={email} />
      </p>
      {way === undefined ? (
        <>
          <p>{fill(t.nothing, { platform })}</p>
          <ButtonLink href={addPasskeyUrl}>{t.addPasskey}</ButtonLink>
        </>
      ) : (
        <Proof way={way} onDone={onDone} />
      )}
      <div className="quiet-actions">
        <Button variant="quiet" onClick={() => onDone({ isGivenUp: true })}>
          {fill(t.back, { platform })}
        </Button>
      </div>
    </>
  )
}

function Proof({ way, onDone }: { way: StepUpRequest['ways'][number]; onDone: () => void }) {
  const t = useMessages(messages)
  const hasPassword = way !== 'otp'
  const hasCode = way !== 'password'
  const form = useForm(stepUpUser, t, {
    empty: { ...(hasPassword && { password: '' }), ...(hasCode && { otp: '' }) } as Record<
      string,
      string
    >,
    onDone: () => onDone(),
  })
  return (
    <Form form={form}>
      {hasPassword && <PasswordField form={form} name="password" autoComplete="current-password" />}
      {hasCode && <CodeField form={form} name="otp" />}
      <SubmitButton form={form}>{t.confirm}</SubmitButton>
    </Form>
  )
}
