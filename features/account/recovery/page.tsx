import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { getMe, type Me } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import { isLoggedIn } from '#web/device.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { CheckedPage, findLink, placeholder } from '#web/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { settings } from '#web/settings.ts'
import { useLoaded } from '#web/use-loaded.ts'
import { sendResetLink } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import type { Account } from './first-step.tsx'
import { Steps } from './steps.tsx'

type Props = {
  /** Token of the mailed link. */
  token: string | undefined
  isLost: boolean
  loginUrl: string
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
}

/** Resets two-factor authentication by a mailed link, or by the session of a logged-in user. */
export function ResetTwoFactorPage(props: Props) {
  const { token, loginUrl } = props
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const isLink = token !== undefined
  const check = useLoaded<Account | 'invalid'>((signal) =>
    isLink ? findLink(token, 'reset-mfa', signal) : findMe(signal),
  )
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.title}
      text={shared.loading}
      invalid={
        <>
          <PageTitle>{isLink ? t.invalidTitle : t.notLoggedInTitle}</PageTitle>
          <p>{isLink ? t.invalidText : t.notLoggedInText}</p>
        </>
      }
      actions={<ButtonLink href={loginUrl}>{t.logIn}</ButtonLink>}
    >
      {(account = { email: placeholder }, onOver) => (
        <Steps {...props} account={account} onOver={onOver} />
      )}
    </CheckedPage>
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
      {isSent && settings().isLoginUniform && <p>{t.uniform}</p>}
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
async function findMe(signal: AbortSignal): Promise<Me | 'invalid'> {
  if (!isLoggedIn('user')) return 'invalid'
  return call(getMe, {}, { signal }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === errorCodes.notLoggedIn) return 'invalid'
    throw error
  })
}
