import { useState } from 'react'
import type { AuthenticatorKey } from '#contract/fields.ts'
import type { Reply } from '#contract/endpoint.ts'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { byTwoMessages, messages } from './texts/messages.ts'
import { beginReset, beginResetByLink } from './contract.ts'
import styles from './page.module.css'
import { StepTitle } from './step-title.tsx'

export type PassedStep = {
  /** Key of the new authenticator; through a mailed link, also the options for a passkey instead. */
  key: AuthenticatorKey & Partial<Pick<Reply<typeof beginResetByLink>, 'passkey' | 'passkeys'>>
  /** Code entered from the old authenticator; the new one must show a different code. */
  oldCode: string | undefined
}

/** Account of a mailed link or of the logged-in user. */
export type Account = {
  email: string
  /** True if a mailed link accepts the password instead of the old authenticator. */
  passwordProves?: boolean | undefined
}

type Props = {
  /** Token of a mailed link; undefined if the session identifies the user. */
  token: string | undefined
  account: Account
  isExpired: boolean
  onPassed: (passed: PassedStep) => void
  /** Called with an error code; returns true if the page has handled it. */
  onRefused: (code: number) => boolean
}

const fields = { code: 'otp', recovery: 'recoveryCode', password: 'password' } as const
type Way = keyof typeof fields

/** Verifies the user before the new key is shown. */
export function FirstStep(props: Props) {
  const t = useMessages(messages)
  const { passwordProves } = props.account
  const [selectedWay, setWay] = useState<Way>()
  const way = selectedWay ?? (passwordProves ? 'password' : 'code')
  const twoFactorTexts = useMessages(byTwoMessages)
  const needsPassword = requiresPassword(props.token)
  const texts = {
    code: needsPassword ? twoFactorTexts.codeAndPasswordText : t.codeText,
    recovery: needsPassword ? twoFactorTexts.recoveryAndPasswordText : t.recoveryText,
    password: t.passwordText,
  }
  const switchTexts = { code: t.useCode, recovery: t.useRecoveryCode, password: t.usePassword }
  const ways: Way[] = passwordProves ? ['password', 'code', 'recovery'] : ['code', 'recovery']
  return (
    <>
      <StepTitle key={way} step={1} />
      {props.isExpired && <Notice kind="warning">{t.beginAgain}</Notice>}
      <p>
        <TextWithEmail text={t.whose} email={props.account.email} />
      </p>
      <p>{texts[way]}</p>
      <ProofForm key={`form ${way}`} {...props} way={way} />
      <div className="quiet-actions">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => setWay(other)}>
              {switchTexts[other]}
            </Button>
          ))}
      </div>
      <details className={styles.none}>
        <summary>{t.noneTitle}</summary>
        <p>{t.noneText({ supportEmail: settings().brand.supportEmail })}</p>
      </details>
    </>
  )
}

/** Returns true if a logged-in user must enter the password in addition to the code. */
function requiresPassword(token: string | undefined): boolean {
  return token === undefined && settings().isStepUpByTwo
}

/**
 * Returns the text for an invalid CSRF token. On the page of a mailed link it does not suggest a reload, because a
 * reload would lose the link's token.
 */
export function useCsrfTexts(isLink: boolean) {
  const linkTexts = useMessages(mailedLinkMessages)
  const sharedTexts = useMessages(fieldMessages)
  return { invalidCsrfToken: (isLink ? linkTexts : sharedTexts).invalidCsrfToken }
}

function ProofForm({ way, token, onPassed, onRefused }: Props & { way: Way }) {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const name = fields[way]
  const isLink = token !== undefined
  const twoFactorTexts = useMessages(byTwoMessages)
  const needsPassword = requiresPassword(token)
  const wrongCodeText = way === 'recovery' ? t.wrongRecoveryCode : shared.wrongCode
  const wrongCode = needsPassword ? twoFactorTexts.wrongBoth : wrongCodeText
  const form = useForm(
    isLink ? beginResetByLink : beginReset,
    { ...t, ...useCsrfTexts(isLink), wrongCode },
    {
      initial: {
        ...(isLink && { token }),
        ...(needsPassword && { password: '' }),
        [name]: '',
      } as Record<string, string>,
      onDone: (key, input) => {
        onPassed({ key, oldCode: way === 'code' ? String(input[name]) : undefined })
      },
      onRefused: ({ code }) => onRefused(code),
    },
  )
  return (
    <Form form={form}>
      {(needsPassword || way === 'password') && (
        <PasswordField form={form} name="password" autoComplete="current-password" />
      )}
      {way === 'code' && <CodeField form={form} name="otp" label={t.currentCode} />}
      {way === 'recovery' && (
        <TextField form={form} name="recoveryCode" autoComplete="off" dir="ltr" />
      )}
      <SubmitButton form={form}>{t.next}</SubmitButton>
    </Form>
  )
}
