import type { MessagesOf } from '#contract/locale.ts'
import type { TextWith, Value } from '#contract/text.ts'
import { useMessages } from '#web/locale.ts'
import { Recent } from '#web/ui/facts.tsx'
import { StrongName } from '#web/ui/strong-name.tsx'
import { rich } from '#web/ui/rich.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { ApprovalDetails } from './contract.ts'
import { endedMessages, outcomeMessages } from './texts/messages.ts'
import { useNames } from './words.tsx'

/** Shows that a request ended without effect, with time, author and reason. */
export function Ended({ approval }: { approval: ApprovalDetails }) {
  const t = useMessages(endedMessages)
  const outcomes = useMessages(outcomeMessages)
  const { nameOfPerson } = useNames()
  const { ended, state, outcome, decider } = approval
  if (!ended) return null
  const time = <Recent time={ended.at} missing="" />
  const name = ended.by && <StrongName>{nameOfPerson(ended.by)}</StrongName>
  const isUndecided = state === 'expired' && decider === null
  return (
    <Notice>
      <p>{rich(headOf(t, approval), { time, name })}</p>
      {ended.reason !== '' && (
        <p>
          <bdi>{t.reason({ reason: ended.reason })}</bdi>
        </p>
      )}
      {isUndecided && <p>{t.undecided}</p>}
      {outcome !== null && !isUndecided && <p>{outcomes[outcome]}</p>}
      <p>{t.nothing}</p>
    </Notice>
  )
}

type Head = TextWith<{ time: Value; name: Value }>

/** Returns the first sentence. A request that the system cancelled has a sentence without a name. */
function headOf(t: MessagesOf<typeof endedMessages>, { state, ended }: ApprovalDetails): Head {
  const key = state === 'cancelled' && !ended?.by ? 'withdrawn' : state
  const { refused, cancelled, withdrawn, failed, expired } = t
  const heads: Partial<Record<string, Head>> = { refused, cancelled, withdrawn, failed, expired }
  return heads[key] ?? (() => '')
}
