import { useRef, useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { isCidr, type CompanyDetails } from './contract.ts'
import { messages } from './messages.ts'
import { previewOf, rulesText } from './network-preview.tsx'
import type { Rule } from './network-rules.tsx'

type Refused = { people: number; refused: number }

/** Asks once more before networks are saved that would lock out users who logged in during the last month. */
export function useLockOutGuard<Name extends string, Key extends string>(
  form: FormState<Name, Key>,
  company: CompanyDetails | undefined,
  rules: readonly Rule[],
) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<Refused>()
  const accepted = useRef('')
  const isChanged = company !== undefined && rulesText(rules) !== rulesText(company.ipAllowRules)
  const isValid = rules.every(({ cidr }) => isCidr(cidr.trim()))

  async function submitIfHarmless(id: string, element: HTMLFormElement): Promise<void> {
    // Without an answer the save goes on: the server decides, and its refusal says why.
    const found = await previewOf(id, rules).catch(() => undefined)
    if (found && found.refused > 0) return setAsked(found)
    accepted.current = rulesText(rules)
    element.requestSubmit()
  }

  const guarded: typeof form = {
    ...form,
    onSubmit: (event) => {
      const isKnown = asked !== undefined || accepted.current === rulesText(rules)
      setAsked(undefined)
      if (!isChanged || !isValid || isKnown) {
        accepted.current = ''
        return form.onSubmit(event)
      }
      event.preventDefault()
      void submitIfHarmless(company.id, event.currentTarget)
    },
  }
  const dialog = asked && (
    <ConfirmDialog
      title={t.askLockOut}
      action={t.saveAnyway}
      isDangerous
      onClose={() => setAsked(undefined)}
      submits={form.id}
    >
      <p>{fill(t.lockedOut, asked)}</p>
    </ConfirmDialog>
  )
  return { guarded, dialog }
}
