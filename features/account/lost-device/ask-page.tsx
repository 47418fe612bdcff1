import { useState, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'
import { errorCodes } from '#contract/refusal.ts'
import { spaceDigits, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { canUsePasskeys } from '#web/passkeys.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { askMessages } from './texts/messages.ts'
import styles from './ask-page.module.css'
import { askForHelp } from './contract.ts'

type Props = {
  /** Action that uses another passkey, if the account has one. */
  passkey?: ReactNode
  onRecoveryCode: () => void
  onBack: () => void
  onExpired: () => void
}

/** Helps a user who has entered the right password but lost the second factor. Immediate remedies come first. */
export function LostDevicePage(props: Props) {
  const [view, setView] = useState<'ways' | 'form' | 'sent'>('ways')
  if (view === 'sent') return <RequestSent onBack={props.onBack} />
  if (view === 'form')
    return (
      <AskForm
        onExpired={props.onExpired}
        onBack={() => setView('ways')}
        onSent={() => setView('sent')}
      />
    )
  return <Ways {...props} onAsk={() => setView('form')} />
}

function Ways({ passkey, onRecoveryCode, onBack, onAsk }: Props & { onAsk: () => void }) {
  const t = useMessages(askMessages)
  const withTime = useWithTime()
  return (
    <>
      <PageTitle key="ways">{t.title}</PageTitle>
      <p>{t.intro}</p>
      <Button onClick={onRecoveryCode}>{t.useRecoveryCode}</Button>
      {canUsePasskeys() && passkey}
      <section className={styles.help} aria-labelledby="ask-for-help">
        <h2 id="ask-for-help">{t.helpTitle}</h2>
        <p>{withTime(t.helpText)}</p>
        <Steps />
        <Button onClick={onAsk}>{t.begin}</Button>
      </section>
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

function Steps() {
  const t = useMessages(askMessages)
  const withTime = useWithTime()
  return (
    <ol className="marked">
      <li>{t.stepNotified}</li>
      <li>{t.stepApproved}</li>
      <li>{withTime(t.stepLinkMailed)}</li>
    </ol>
  )
}

type FormProps = { onBack: () => void; onExpired: () => void; onSent: () => void }

function AskForm({ onBack, onExpired, onSent }: FormProps) {
  const t = useMessages(askMessages)
  const { supportEmail } = settings().brand
  const withSupport = (text: TextWith<{ supportEmail: string }>) => text({ supportEmail })
  const texts = {
    ...t,
    forbidden: withSupport(t.forbidden),
    noSecondPerson: withSupport(t.noSecondPerson),
    userInactive: withSupport(t.userInactive),
    partnerInactive: withSupport(t.partnerInactive),
  }
  const form = useForm(askForHelp, texts, {
    initial: { phone: '', note: '' },
    onDone: onSent,
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  return (
    <>
      <PageTitle key="form">{t.formTitle}</PageTitle>
      <Form form={form}>
        <TextField form={form} name="note" hint={t.noteHint} autoComplete="off" />
        <TextField
          form={form}
          name="phone"
          type="tel"
          hint={t.phoneHint}
          autoComplete="tel"
          isOptional
        />
        <SubmitButton form={form}>{t.send}</SubmitButton>
      </Form>
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

function RequestSent({ onBack }: { onBack: () => void }) {
  const t = useMessages(askMessages)
  const { brand, isLoginUniform } = settings()
  return (
    <>
      <PageTitle key="sent">{t.sentTitle}</PageTitle>
      <p>{t.sentText}</p>
      <Steps />
      {/* With a uniform login, this page opens for wrong passwords too. */}
      {isLoginUniform && <p>{t.onlyIfPasswordRight}</p>}
      <p>{t.ifDeviceFound}</p>
      <p>{t.ifPasswordForgotten({ supportEmail: brand.supportEmail })}</p>
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

/** Returns a function that inserts the delay of a recovery into a text. */
function useWithTime(): (text: TextWith<{ time: string }>) => string {
  const { locale } = useLocale()
  const format = new Intl.NumberFormat(tags[locale], {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  })
  return (text) => text({ time: spaceDigits(format.format(settings().recoveryHours), locale) })
}
