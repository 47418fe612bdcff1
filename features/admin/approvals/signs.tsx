import { textWith } from '#contract/text.ts'
import { useMessages } from '#web/locale.ts'
import { Recent } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ApprovalDetails } from './contract.ts'
import { signMessages } from './texts/messages.ts'

/** Shows possible signs of a takeover shortly before the request, for example a new password. */
export function Signs({ approval: { signs } }: { approval: ApprovalDetails }) {
  const t = useMessages(signMessages)
  if (signs === null) return null
  return (
    <Notice kind={signs.length > 0 ? 'caution' : 'info'} title={t.title}>
      {signs.length === 0 && <p>{t.none}</p>}
      <ul className="stack-1">
        {signs.map(({ kind, count, values, last }) => (
          <li key={kind}>
            {textWith(t[kind], { count, values })}{' '}
            <span className="soft">
              · <Recent time={last} missing="" />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
