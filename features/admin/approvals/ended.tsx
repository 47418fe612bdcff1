import type { ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Recent } from '#web/ui/facts.tsx'
import { FilledText, StrongName } from '#web/ui/filled-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ApprovalDetails } from './contract.ts'
import { endedMessages } from './ended-messages.ts'
import { outcomeMessages } from './kind-messages.ts'
import { useNames } from './words.tsx'

/** That nothing will be done any more, when and by whom it was ended, and why. */
export function Ended({ approval }: { approval: ApprovalDetails }) {
  const t = useMessages(endedMessages)
  const outcomes = useMessages(outcomeMessages)
  const { nameOfPerson } = useNames()
  const { ended, state, outcome, decider } = approval
  if (!ended) return null
  const values: Record<string, ReactNode> = {
    time: <Recent time={ended.at} missing="" />,
    ...(ended.by && { name: <StrongName>{nameOfPerson(ended.by)}</StrongName> }),
  }
  const isUndecided = state === 'expired' && decider === null
  return (
    <Notice>
      <p>
        <FilledText text={headOf(t, approval)} values={values} />
      </p>
      {ended.reason !== '' && (
        <p>
          <bdi>{fill(t.reason, { reason: ended.reason })}</bdi>
        </p>
      )}
      {isUndecided && <p>{t.undecided}</p>}
      {outcome !== null && !isUndecided && <p>{outcomes[outcome]}</p>}
      <p>{t.nothing}</p>
    </Notice>
  )
}

function headOf(t: Record<string, string>, { state, ended }: ApprovalDetails): string {
  const key = state === 'cancelled' && !ended?.by ? 'withdrawn' : state
  return t[key] ?? ''
}
