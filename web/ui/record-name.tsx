import type { Link } from '#contract/links.ts'
import { LinkTo } from '../link-to.tsx'
import { CutText } from './cut-text.tsx'

/** The name of a record in a list, as a link to its page. */
export function RecordName({ to, children }: { to: Link; children: string }) {
  return (
    <LinkTo to={to}>
      <CutText>{children}</CutText>
    </LinkTo>
  )
}
