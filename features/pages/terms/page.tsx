import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { settings } from '#web/settings.ts'
import { messages } from './texts/messages.ts'

/**
 * Shows the terms. Empty lines separate paragraphs, and headings begin with `# `. In each paragraph, the first support
 * address becomes a link.
 */
export function TermsPage() {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { supportEmail, terms } = settings().brand
  const blocks = (terms?.[locale] ?? '').split(/\n\s*\n/).map((block) => block.trim())
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      {blocks.map((block, index) =>
        block.startsWith('# ') ? (
          <h2 key={index}>{block.slice(2)}</h2>
        ) : (
          <p key={index}>
            <WithSupportLink text={block} email={supportEmail} />
          </p>
        ),
      )}
    </>
  )
}

function WithSupportLink({ text, email }: { text: string; email: string }) {
  const [before = '', ...rest] = text.split(email)
  if (rest.length === 0) return text
  return (
    <>
      {before}
      <a href={`mailto:${email}`}>
        <bdi>{email}</bdi>
      </a>
      {rest.join(email)}
    </>
  )
}
