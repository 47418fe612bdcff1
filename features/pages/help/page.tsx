import type { ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useWords } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { settings } from '#web/settings.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

export function HelpHeader() {
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
}

export function HelpPage({ platforms }: { platforms: ReactNode }) {
  const say = useWords(words)
  return (
    <Page>
      <HelpHeader />
      <div className={styles.ways}>
        <Contact />
        <section className={`card ${styles.part}`}>
          <h2>{say.adminTitle}</h2>
          <p>{say.adminText}</p>
        </section>
      </div>
      <Report />
      {platforms}
    </Page>
  )
}

function Contact() {
  const say = useWords(words)
  const { supportEmail } = settings().brand
  // Spaces as %20: mail programs show a plus as it is.
  const query = `subject=${encodeURIComponent(say.subject)}&body=${encodeURIComponent(say.body)}`
  return (
    <section className={`card ${styles.part}`}>
      <h2>{say.contactTitle}</h2>
      <p>{say.contactText}</p>
      <a className="primary-button" href={`mailto:${supportEmail}?${query}`}>
        <bdi>{fill(say.write, { email: supportEmail })}</bdi>
      </a>
    </section>
  )
}

function Report() {
  const say = useWords(words)
  const parts = [
    { name: say.errorCode, text: say.errorCodeText },
    { name: say.requestId, text: say.requestIdText },
    { name: say.steps, text: say.stepsText },
    { name: say.screenshot, text: say.screenshotText },
  ]
  return (
    <section className={`card ${styles.part}`}>
      <h2>{say.reportTitle}</h2>
      <p>{say.reportIntro}</p>
      <ol className={styles.parts}>
        {parts.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.never}>{say.never}</p>
    </section>
  )
}
