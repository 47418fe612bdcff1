import { useMessages } from '../locale.ts'
import { guideMessages } from './texts/messages.ts'

/** Leads admins to a page of the documentation for developers, which is in English only. */
export function GuideLink({ page }: { page: string }) {
  const t = useMessages(guideMessages)
  return (
    <a href={`/admin/developers/${page}`} target="_blank" rel="noopener" hrefLang="en">
      {t.guide}
    </a>
  )
}
