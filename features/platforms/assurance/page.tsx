import { useState } from 'react'
import { partOf, security } from '#contract/links.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { call } from '#web/api.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { canUsePasskeys, getPasskey } from '#web/passkeys.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PasswordField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { getStepUp, type StepUpRequest } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  /**
   * The uid of a platform's request, or the id of a platform behind a proxy; undefined while hydrating, and if the URL
   * contains neither.
   */
  query: { uid: string } | { subsystem: string } | undefined
  /** True if the page was opened without a uid or platform id. */
  isLost: boolean
  /**
   * Leaves the page: continues with the platform's request or redirect. `isGivenUp`: the user did not meet the
   * requirement.
   */
  onDone: (options?: { isGivenUp: boolean }) => void
}

/** Asks a logged-in user for a step-up: shows the platform, the reason and the user's available methods. */
export function StepUpPage({ query, isLost, onDone }: Props) {
  const t = useMessages(messages)
  const [stepUp, retry] = useLoaded(
    async (signal) => query && findRequest(query, signal, onDone),
    JSON.stringify(query),
  )
  if (isLost || stepUp === 'expired') {
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
      {stepUp === undefined && <Loading />}
      {stepUp instanceof Error && <Failure error={stepUp} onRetry={retry} />}
      {typeof stepUp === 'object' && !(stepUp instanceof Error) && (
        <Request onDone={onDone} {...stepUp} />
      )}
    </>
  )
}

/**
 * Loads the step-up request; `expired` if it is gone. If the session has ended, calls `onDone`: the next page redirects
 * to the login.
 */
async function findRequest(
  query: NonNullable<Props['query']>,
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

type RequestProps = Pick<Props, 'onDone'> & StepUpRequest

function Request({ platform, email, reason, ways, onDone }: RequestProps) {
  const t = useMessages(messages)
  // Browsers without support for passkeys are offered only the other ways.
  const usableWays = ways.filter((each) => each !== 'passkey' || canUsePasskeys())
  const [selectedWay, setWay] = useState<Way>()
  const way = selectedWay ?? usableWays[0]
  const nextWay = usableWays.find((each) => each !== way)
  const labels = {
    passkey: t.usePasskey,
    otp: t.useCode,
    'password-otp': t.useBoth,
    // Never shown, because the password is only offered alone.
    password: '',
  }
  const reasonText = { again: t.again, 'two-factors': t.twoFactors, passkey: t.passkey }[reason]
  return (
    <>
      <p>{reasonText({ platform })}</p>
      <p className="soft">
        <TextWithEmail text={t.person} email={email} />
      </p>
      {way === undefined ? (
        <>
          <p>{t.nothing({ platform })}</p>
          <ButtonTo to={partOf(security(), 'passkeys')} kind="primary">
            {t.addPasskey}
          </ButtonTo>
        </>
      ) : (
        <Proof way={way} onDone={onDone} />
      )}
      <div className="quiet-actions">
        {nextWay && (
          <Button variant="quiet" onClick={() => setWay(nextWay)}>
            {labels[nextWay]}
          </Button>
        )}
        <Button variant="quiet" onClick={() => onDone({ isGivenUp: true })}>
          {t.back({ platform })}
        </Button>
      </div>
    </>
  )
}

type Way = StepUpRequest['ways'][number]
type ProofProps<Ways> = { way: Ways; onDone: () => void }

function Proof({ way, onDone }: ProofProps<Way>) {
  if (way === 'passkey') return <PasskeyProof onDone={onDone} />
  return <FormProof key={way} way={way} onDone={onDone} />
}

/** State of a passkey prompt. */
type PromptState = 'pending' | 'cancelled' | Error

function PasskeyProof({ onDone }: { onDone: () => void }) {
  const t = useMessages(messages)
  const [prompt, setPrompt] = useState<PromptState>()

  async function ask(): Promise<void> {
    setPrompt('pending')
    try {
      const passkey = await getPasskey(await call(beginStepUp, { body: {} }))
      if (passkey === undefined) return setPrompt('cancelled')
      await call(stepUpUser, { body: { passkey } })
      onDone()
    } catch (error) {
      setPrompt(error instanceof Error ? error : new Error('unknown', { cause: error }))
    }
  }

  return (
    <>
      {prompt === 'cancelled' && <Notice kind="warning">{t.noPasskey}</Notice>}
      {prompt instanceof Error && <Failure texts={t} error={prompt} />}
      <Button variant="primary" isPending={prompt === 'pending'} onClick={() => void ask()}>
        {t.usePasskey}
      </Button>
    </>
  )
}

function FormProof({ way, onDone }: ProofProps<Exclude<Way, 'passkey'>>) {
  const t = useMessages(messages)
  const hasPassword = way !== 'otp'
  const hasCode = way !== 'password'
  const form = useForm(stepUpUser, t, {
    initial: { ...(hasPassword && { password: '' }), ...(hasCode && { otp: '' }) } as Record<
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
