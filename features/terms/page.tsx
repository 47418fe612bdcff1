import { fill } from '#contract/locale.ts'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { words } from './messages.ts'

export function TermsPage() {
  const say = useWords(words)
  const { name, supportEmail } = settings().brand
  const [before, after] = say.contactText.split('{email}')
  const sections = [
    [say.accountTitle, say.accountText],
    [say.securityTitle, say.securityText],
    [say.useTitle, say.useText],
    [say.dataTitle, say.dataText],
    [say.serviceTitle, say.serviceText],
    [say.endTitle, say.endText],
  ] as const

  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <p>{say.updated}</p>
      <p>{fill(say.intro, { brand: name })}</p>
      {sections.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      <section>
        <h2>{say.contactTitle}</h2>
        <p>
          {before}
          <a href={`mailto:${supportEmail}`}>
            <bdi>{supportEmail}</bdi>
          </a>
          {after}
        </p>
      </section>
    </>
  )
}
