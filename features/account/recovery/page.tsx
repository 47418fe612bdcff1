import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { getMe, type Me } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import { isLoggedIn } from '#web/device.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { CheckedContent, LinkCheckFailed, placeholder, useMailedLink } from '#web/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { sendResetLink } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Steps } from './steps.tsx'

type Props = {
  /** Token of the mailed link. */
  token: string | undefined
  loginUrl: string
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
}

/** Resets two-factor authentication by a mailed link, or by the session of a logged-in user. */
export function ResetTwoFactorPage(props: Props) {
  return props.token === undefined ? <BySession {...props} /> : <ByLink {...props} />
}

function ByLink(props: Props) {
  const t = useMessages(messages)
  const [link, retry] = useMailedLink(props.token, 'reset-mfa')
  const [isOver, setOver] = useState(false)
  if (link === 'invalid' || isOver) return <Invalid loginUrl={props.loginUrl} />
  if (link instanceof Error) return <LinkCheckFailed title={t.title} error={link} onRetry={retry} />
  const { email, passwordProves = false } = link === 'checking' ? { email: placeholder } : link
  const account = { email, passwordProves }
  return (
    <Checked isChecking={link === 'checking'}>
      <Steps {...props} account={account} onOver={() => setOver(true)} />
    </Checked>
  )
}

function BySession(props: Props) {
  const t = useMessages(messages)
  const [me = 'checking', retry] = useLoaded(findMe)
  const [isOver, setOver] = useState(false)
  if (me === 'logged-out' || isOver) return <NotLoggedIn loginUrl={props.loginUrl} />
  if (me instanceof Error) return <LinkCheckFailed title={t.title} error={me} onRetry={retry} />
  const email = me === 'checking' ? placeholder : me.email
  const account = { email, passwordProves: false }
  return (
    <Checked isChecking={me === 'checking'}>
      <Steps {...props} account={account} onOver={() => setOver(true)} />
    </Checked>
  )
}

type LostProps = { email: string; onBack: () => void; onExpired: () => void }

const resendAfterMs = 60_000

/** During a login: the password was right, the authenticator is lost. */
export function LostAuthenticatorPage({ email, onBack, onExpired }: LostProps) {
  const t = useMessages(messages)
  const [sentAtMs, setSentAtMs] = useState(0)
  const secondsLeft = useSecondsUntil(sentAtMs + resendAfterMs)
  const form = useForm(sendResetLink, t, {
    empty: {},
    onDone: () => setSentAtMs(Date.now()),
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  const isSent = sentAtMs > 0
  return (
    <>
      <PageTitle key={sentAtMs}>{isSent ? t.sentTitle : t.lost}</PageTitle>
      <p>
        <TextWithEmail text={isSent ? t.sentText : t.lostText} email={email} />
      </p>
      <p>{isSent ? t.junk : t.lostNeeded}</p>
      {secondsLeft > 0 ? (
        <p className={styles.wait}>{fill(t.sendAgainIn, { seconds: secondsLeft })}</p>
      ) : (
        <Form form={form}>
          <SubmitButton form={form}>{isSent ? t.sendAgain : t.send}</SubmitButton>
        </Form>
      )}
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

/** The device's flag only avoids a useless call: the server decides. */
async function findMe(signal: AbortSignal): Promise<Me | 'logged-out'> {
  if (!isLoggedIn('user')) return 'logged-out'
  return call(getMe, {}, { signal }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === errorCodes.notLoggedIn) return 'logged-out'
    throw error
  })
}

function Checked({ isChecking, children }: { isChecking: boolean; children: ReactNode }) {
  const shared = useMessages(fieldMessages)
  return (
    <CheckedContent isChecking={isChecking} text={shared.loading}>
      {children}
    </CheckedContent>
  )
}

function Invalid({ loginUrl }: { loginUrl: string }) {
  const t = useMessages(messages)
  return <Ended title={t.invalidTitle} text={t.invalidText} loginUrl={loginUrl} />
}

function NotLoggedIn({ loginUrl }: { loginUrl: string }) {
  const t = useMessages(messages)
  return <Ended title={t.notLoggedInTitle} text={t.notLoggedInText} loginUrl={loginUrl} />
}

function Ended({ title, text, loginUrl }: { title: string; text: string; loginUrl: string }) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p>{text}</p>
      <ButtonLink href={loginUrl}>{t.logIn}</ButtonLink>
    </>
  )
}
