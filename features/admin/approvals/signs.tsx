import { textWith } from '#contract/text.ts'
import { useMessages } from '#web/locale.ts'
import { Recent } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ApprovalDetails, ApprovalSign } from './contract.ts'
import { signMessages } from './texts/messages.ts'

/** Shows possible signs of a takeover shortly before the request, for example a new password. */
export function Signs({ approval: { signs } }: { approval: ApprovalDetails }) {
  const t = useMessages(signMessages)
  const textOf = useTexts()
  if (signs === null) return null
  return (
    <Notice kind={signs.length > 0 ? 'caution' : 'info'} title={t.title}>
      {signs.length === 0 && <p>{t.none}</p>}
      <ul className="stack-1">
        {signs.map((sign) => (
          <li key={sign.kind}>
            {textOf(sign)}{' '}
            <span className="soft">
              · <Recent time={sign.last} missing="" isInText />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function useTexts(): (sign: ApprovalSign) => string {
  const t = useMessages(signMessages)
  return ({ kind, count, values }) => textWith(t[kind], { count, values })
}
