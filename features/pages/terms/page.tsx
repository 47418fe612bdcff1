import { fill } from '#contract/locale.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { words } from './messages.ts'

export function TermsPage() {
  const say = useWords(words)
  const { locale } = useLocale()
  const { name, supportEmail, terms } = settings().brand
  if (terms) return <OwnTerms title={say.title} text={terms[locale]} />
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

/** The text of whoever runs the portal: paragraphs between empty lines, headings behind a `# `. */
function OwnTerms({ title, text }: { title: string; text: string }) {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim())
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {blocks.map((block) =>
        block.startsWith('# ') ? <h2 key={block}>{block.slice(2)}</h2> : <p key={block}>{block}</p>,
      )}
    </>
  )
}
