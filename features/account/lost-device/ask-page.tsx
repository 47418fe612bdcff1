import { useState, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'
import { errorCodes } from '#contract/refusal.ts'
import { spaceDigits, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { canUsePasskeys } from '#web/passkeys.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { WayCard, WayCards } from '#web/ui/way-card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { askMessages } from './texts/messages.ts'
import styles from './ask-page.module.css'
import { askForHelp } from './contract.ts'

// Icons in a square of 24 units.
const codesIcon = 'M4 5h16v14H4ZM8 10h3M8 14h3M14 10h2M14 14h2'
const helpIcon =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM6 6l3.5 3.5M14.5 14.5L18 18M18 6l-3.5 3.5M9.5 14.5L6 18'
// Icons in a square of 20 units.
const alertIcon = 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13ZM8.5 18h3'
const personIcon =
  'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17a6 6 0 0 1 8.5-5.4M13 15.5l1.7 1.7 3-3.4'
const mailIcon = 'M3 5h14v10H3ZM3 6l7 5 7-5'

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
      {canUsePasskeys() && passkey}
      <WayCards>
        <WayCard icon={codesIcon} title={t.codesTitle} text={t.codesText}>
          <Button variant="primary" onClick={onRecoveryCode}>
            {t.useRecoveryCode}
          </Button>
        </WayCard>
        <WayCard icon={helpIcon} title={t.helpTitle} text={withTime(t.helpText)}>
          <Steps />
          <Button onClick={onAsk}>{t.begin}</Button>
        </WayCard>
      </WayCards>
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

/** The course of a request, as a timeline. */
function Steps() {
  const t = useMessages(askMessages)
  const withTime = useWithTime()
  const steps = [
    [alertIcon, t.notifiedAt, t.stepNotified],
    [personIcon, t.approvedAt, t.stepApproved],
    [mailIcon, withTime(t.linkMailedAt), t.stepLinkMailed],
  ] as const
  return (
    <ol className={styles.steps}>
      {steps.map(([icon, time, text]) => (
        <li key={time}>
          <span className={styles.mark}>
            <LineIcon path={icon} size={18} />
          </span>
          <strong>{time}</strong>
          <p>{text}</p>
        </li>
      ))}
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
