import { useMessages } from '../locale.ts'
import { NewTabHint } from './new-tab-hint.tsx'
import { guideMessages } from './texts/messages.ts'

/** A link for admins to a page of the developer documentation, which is available only in English. */
export function GuideLink({ page }: { page: string }) {
  const t = useMessages(guideMessages)
  return (
    <a href={`/admin/developers/${page}`} target="_blank" rel="noopener" hrefLang="en">
      {t.guide}
      <NewTabHint />
    </a>
  )
}
