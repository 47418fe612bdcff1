import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Page, headerOf } from '#web/ui/page.tsx'
import { settings } from '#web/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Answers } from './answers.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

export const HelpHeader = headerOf(messages)

export function HelpPage() {
  return (
    <Page>
      <HelpHeader />
      <Answers />
      <Platforms />
      <Contact />
    </Page>
  )
}

/** Links to the platforms that the user can open, in one line. */
function Platforms() {
  const t = useMessages(messages)
  const open = useMe().subsystems.filter(({ state }) => state === 'active')
  if (open.length === 0) return null
  return (
    <nav aria-label={t.platforms} className="wrap-2">
      <strong aria-hidden="true">{t.platforms}</strong>
      {open.map(({ id, name, url }) => (
        <a key={id} href={url}>
          <bdi>{name}</bdi>
        </a>
      ))}
    </nav>
  )
}

/** The support address, and the details that a report needs. */
function Contact() {
  const t = useMessages(messages)
  const { supportEmail } = settings().brand
  // Spaces are encoded as %20, because mail programs show a plus sign literally.
  const query = `subject=${encodeURIComponent(t.subject)}&body=${encodeURIComponent(t.body)}`
  const parts = [
    { name: t.errorCode, text: t.errorCodeText },
    { name: t.requestId, text: t.requestIdText },
    { name: t.steps, text: t.stepsText },
    { name: t.screenshot, text: t.screenshotText },
  ]
  return (
    <section className={`card ${styles.part}`}>
      <h2>{t.contactTitle}</h2>
      <p>{t.contactText}</p>
      <ButtonLink href={`mailto:${supportEmail}?${query}`}>
        <bdi>{t.write({ email: supportEmail })}</bdi>
      </ButtonLink>
      <p>{t.reportIntro}</p>
      <ol className={styles.parts}>
        {parts.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.never}>{t.never}</p>
    </section>
  )
}
