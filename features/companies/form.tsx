import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { all, type Refusal } from '#contract/refusal.ts'
import { Check, ChoiceGroup } from '#web/choice-group.tsx'
import { wiring } from '#web/field.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/form.tsx'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/notice.tsx'
import { sayDone } from '#web/snackbar.tsx'
import { AskDeactivate } from './ask-deactivate.tsx'
import { addPartner, changePartner, type CompanyDetails } from './contract.ts'
import { DryRun } from './dry-run.tsx'
import { words } from './messages.ts'
import { Rules, type Rule } from './rules.tsx'

export type Platform = { id: string; name: string }
type Field = 'name' | 'active' | 'subsystems' | 'ipAllowRules'
type Conflict = { by: string | undefined }

type Props = {
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
  onReload: () => void
  onAdded: (id: string) => void
}

export function CompanyForm({ company, platforms, onReload, onAdded }: Props) {
  const say = useWords(words)
  const [subsystems, setSubsystems] = useState<readonly string[]>(company?.subsystems ?? [])
  const [rules, setRules] = useState<readonly Rule[]>(company?.ipAllowRules ?? [])
  const [conflict, setConflict] = useState<Conflict>()
  const form = useForm<typeof changePartner, Field>(
    // Both take the same and answer with an id; the one that is new has no etag.
    company ? changePartner : (addPartner as unknown as typeof changePartner),
    say,
    {
      empty: {
        name: company?.name ?? '',
        active: company?.active ?? true,
        subsystems: '',
        ipAllowRules: '',
      },
      ...(company && { params: { id: company.id }, headers: { 'if-match': company.etag } }),
      toBody: ({ name, active }) => ({ name, active, subsystems, ipAllowRules: rules }),
      onRefused: (refusal) => isConflict(refusal, setConflict),
      onDone: (reply, { name }) => {
        sayDone(fill(say.saved, { name: String(name) }))
        if (company) onReload()
        else onAdded(reply.id)
      },
    },
  )
  return (
    <AskDeactivate company={company} form={form}>
      {(asking) => (
        <Form form={asking}>
          <TextField form={form} name="name" label={say.name} autoComplete="off" />
          <Check
            {...wiring({ form, name: 'active', label: '' })}
            defaultChecked={company?.active ?? true}
          >
            {say.activeLabel}
          </Check>
          <ChoiceGroup
            form={form}
            name="subsystems"
            legend={say.platformsLegend}
            options={platforms}
            chosen={subsystems}
            onChoose={setSubsystems}
            empty={say.noPlatforms}
          />
          <Rules {...{ form, platforms, rules, setRules }} />
          {company && <DryRun id={company.id} rules={rules} />}
          {conflict && <ConflictNotice {...conflict} onReload={onReload} />}
          <div className="button-row">
            <SubmitButton form={form}>{say.save}</SubmitButton>
          </div>
        </Form>
      )}
    </AskDeactivate>
  )
}

function isConflict(refusal: Refusal, onConflict: (conflict: Conflict) => void): boolean {
  if (refusal.code !== all.changedMeanwhile) return false
  onConflict({ by: refusal.faults[0]?.by })
  return true
}

function ConflictNotice({ by, onReload }: Conflict & { onReload: () => void }) {
  const say = useWords(words)
  return (
    <Notice kind="warning">
      {by === undefined ? say.changedBySomebody : fill(say.changedBy, { name: by })}{' '}
      <button type="button" className="quiet-button" onClick={onReload}>
        {say.reload}
      </button>
    </Notice>
  )
}
