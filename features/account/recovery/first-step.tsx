import { useState } from 'react'
import type { AuthenticatorKey } from '#contract/authenticator-key.ts'
import { fill } from '#contract/locale.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, PasswordField, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { settings } from '#web/settings.ts'
import { beginReset, beginResetByLink } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'
import { StepTitle } from './step-title.tsx'

export type Passed = {
  key: AuthenticatorKey
  /** What was typed from the old authenticator: it is not the new one's code. */
  oldCode: string | undefined
}

type Props = {
  /** Of a mailed link; without it the session says who she is. */
  token: string | undefined
  email: string
  passwordProves: boolean
  isExpired: boolean
  onPassed: (passed: Passed) => void
  onRefused: (code: number) => boolean
}

const fields = { code: 'otp', recovery: 'recoveryCode', password: 'password' } as const
type Way = keyof typeof fields

/** Somebody proves who she is before she sees the new key. */
export function FirstStep(props: Props) {
  const say = useWords(words)
  const [way, setWay] = useState<Way>('code')
  const texts = { code: say.codeText, recovery: say.recoveryText, password: say.passwordText }
  const others = { code: say.useCode, recovery: say.useRecoveryCode, password: say.usePassword }
  const ways: Way[] = props.passwordProves ? ['code', 'recovery', 'password'] : ['code', 'recovery']
  const [before, after] = say.whose.split('{email}')
  return (
    <>
      <StepTitle key={way} step={1} />
      {props.isExpired && <Notice kind="warning">{say.beginAgain}</Notice>}
      <p>
        {before}
        <bdi dir="ltr">
          <strong>{props.email}</strong>
        </bdi>
        {after}
      </p>
      <p>{texts[way]}</p>
      <ProofForm key={`form ${way}`} {...props} way={way} />
      <div className="quiet-actions">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <button
              key={other}
              type="button"
              className="quiet-button"
              onClick={() => setWay(other)}
            >
              {others[other]}
            </button>
          ))}
      </div>
      <details className={styles.none}>
        <summary>{say.noneTitle}</summary>
        <p>{fill(say.noneText, { supportEmail: settings().brand.supportEmail })}</p>
      </details>
    </>
  )
}

function ProofForm({ way, token, onPassed, onRefused }: Props & { way: Way }) {
  const say = useWords(words)
  const name = fields[way]
  const isLink = token !== undefined
  const wrong = way === 'recovery' ? { wrongCode: say.wrongRecoveryCode } : {}
  const form = useForm(
    isLink ? beginResetByLink : beginReset,
    { ...say, ...wrong },
    {
      empty: { ...(isLink && { token }), [name]: '' } as Record<string, string>,
      onDone: (key, sent) => {
        onPassed({ key, oldCode: way === 'code' ? String(sent[name]) : undefined })
      },
      onRefused: ({ code }) => onRefused(code),
    },
  )
  return (
    <Form form={form}>
      {way === 'code' && (
        <CodeField form={form} name={name} label={say.currentCode} hint={say.codeHint} />
      )}
      {way === 'recovery' && (
        <TextField form={form} name={name} label={say.recoveryCode} autoComplete="off" dir="ltr" />
      )}
      {way === 'password' && (
        <PasswordField
          form={form}
          name={name}
          label={say.password}
          autoComplete="current-password"
        />
      )}
      <SubmitButton form={form}>{say.next}</SubmitButton>
    </Form>
  )
}
