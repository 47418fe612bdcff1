import type { ReactNode } from 'react'
import { approvalRules } from '#contract/approval.ts'
import { useMessages } from '#web/locale.ts'
import { StrongName } from '#web/ui/strong-name.tsx'
import { rich } from '#web/ui/rich.ts'
import type { ApprovalDetails } from './contract.ts'
import { messages } from './texts/messages.ts'
import { useNames } from './words.tsx'

/** The steps by which an approver verifies a request, in this order. */
export function Checks({ approval: { kind, user, asker, target } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const { nameOfPerson, nameOfTarget } = useNames()
  if (!user || !approvalRules[kind].needsEvidence) {
    const name = <StrongName>{nameOfPerson(asker)}</StrongName>
    if (asker.kind === 'service')
      return <Steps steps={[rich(t.checkProgram, { name }), t.checkFile]} />
    return <Steps steps={[rich(t.checkAsker, { name }), t.checkEffect]} />
  }
  const phone = <bdi dir="ltr">{user.phone}</bdi>
  const name = <StrongName>{nameOfTarget(target)}</StrongName>
  const call = user.phone === '' ? t.checkNoPhone : rich(t.checkCall, { name, phone })
  const ask = user.jobTitle === '' ? t.checkAskShort : t.checkAsk
  return <Steps steps={[call, ask, t.checkWrite]} />
}

function Steps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className="marked">
      {steps.map((step, index) => (
        <li key={index}>{step}</li>
      ))}
    </ol>
  )
}
