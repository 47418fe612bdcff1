import { fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { messages } from './messages.ts'

export function TermsPage() {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { name, supportEmail, terms } = settings().brand
  if (terms) return <OwnTerms title={t.title} text={terms[locale]} />
  const [before, after] = t.contactText.split('{email}')
  const sections = [
    [t.accountTitle, t.accountText],
    [t.securityTitle, t.securityText],
    [t.useTitle, t.useText],
    [t.dataTitle, t.dataText],
    [t.serviceTitle, t.serviceText],
    [t.endTitle, t.endText],
  ] as const

  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.updated}</p>
      <p>{fill(t.intro, { brand: name })}</p>
      {sections.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      <section>
        <h2>{t.contactTitle}</h2>
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

/** The operator's own terms: paragraphs are separated by empty lines, headings begin with `# `. */
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
