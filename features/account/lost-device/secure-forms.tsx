import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import styles from './ask-page.module.css'
import { lockAccountByLink, stopRecovery, type Secured } from './contract.ts'
import { stopMessages } from './texts/messages.ts'

type Props = { token: string; onInvalid: () => void; onSecured: (action: Secured) => void }

/** Offers the two actions that consume the link: for a password that another person knows, and for a stolen device. */
export function SecureForms({ token, onInvalid, onSecured }: Props) {
  const t = useMessages(stopMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const texts = { ...linkTexts, ...t }
  const onRefused = onCode(errorCodes.invalidLink, onInvalid)
  const secure = useForm(stopRecovery, texts, {
    initial: { token },
    toBody: () => ({ token, endsSessions: true }),
    onDone: () => onSecured('secured'),
    onRefused,
  })
  const lock = useForm(lockAccountByLink, texts, {
    initial: { token },
    onDone: () => onSecured('locked'),
    onRefused,
  })
  return (
    <>
      <section className={styles.help} aria-labelledby="not-you">
        <h2 id="not-you">{t.notYou}</h2>
        <p>{t.notYouText}</p>
        <Form form={secure}>
          <SubmitButton form={secure}>{t.secure}</SubmitButton>
        </Form>
      </section>
      <section className={styles.help} aria-labelledby="stolen">
        <h2 id="stolen">{t.stolen}</h2>
        <p>{t.stolenText}</p>
        <Form form={lock}>
          <SubmitButton form={lock}>{t.lock}</SubmitButton>
        </Form>
      </section>
    </>
  )
}
