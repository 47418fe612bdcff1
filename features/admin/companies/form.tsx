import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { AskDeactivate } from '#web/ui/ask-deactivate.tsx'
import { Check, ChoiceGroup } from '#web/ui/choice-group.tsx'
import { ConflictNotice, useConflict } from '#web/ui/conflict.tsx'
import { wiring } from '#web/ui/field.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { addPartner, changePartner, type CompanyDetails } from './contract.ts'
import { DryRun } from './dry-run.tsx'
import { messages } from './messages.ts'
import { Rules, type Rule } from './rules.tsx'

export type Platform = { id: string; name: string }
type Field = 'name' | 'active' | 'subsystems' | 'ipAllowRules'

type Props = {
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
  onReload: () => void
  onAdded: (id: string) => void
}

export function CompanyForm({ company, platforms, onReload, onAdded }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [subsystems, setSubsystems] = useState<readonly string[]>(company?.subsystems ?? [])
  const [rules, setRules] = useState<readonly Rule[]>(company?.ipAllowRules ?? [])
  const { conflict, onRefused } = useConflict()
  const form = useForm<typeof changePartner, Field>(
    // Both take the same and answer with an id; the one that is new has no etag.
    company ? changePartner : (addPartner as unknown as typeof changePartner),
    t,
    {
      empty: {
        name: company?.name ?? '',
        active: company?.active ?? true,
        subsystems: '',
        ipAllowRules: '',
      },
      ...(company && { params: { id: company.id }, headers: { 'if-match': company.etag } }),
      toBody: ({ name, active }) => ({ name, active, subsystems, ipAllowRules: rules }),
      onRefused,
      onDone: (reply, { name }) => {
        showSuccess(fill(t.saved, { name: String(name) }))
        if (company) onReload()
        else onAdded(reply.id)
      },
    },
  )
  const typed = { ...form.values, subsystems, rules }
  return (
    <>
      <AskDeactivate
        form={form}
        present={company}
        effect={counted(t.openSessions, company?.effect.openSessions ?? 0, locale)}
        t={t}
      >
        {(asking) => (
          <Form form={asking}>
            <TextField form={form} name="name" label={t.name} autoComplete="off" />
            <Check
              {...wiring({ form, name: 'active', label: '' })}
              defaultChecked={company?.active ?? true}
            >
              {t.activeLabel}
            </Check>
            <ChoiceGroup
              form={form}
              name="subsystems"
              legend={t.platformsLegend}
              options={platforms}
              chosen={subsystems}
              onChoose={setSubsystems}
              empty={t.noPlatforms}
            />
            <Rules {...{ form, platforms, rules, setRules }} />
            {company && <DryRun id={company.id} rules={rules} />}
            {conflict && <ConflictNotice {...conflict} onReload={onReload} t={t} />}
            <div className="button-row">
              <SubmitButton form={form}>{t.save}</SubmitButton>
            </div>
          </Form>
        )}
      </AskDeactivate>
      <UnsavedGuard area="admin" isDirty={isChanged(company, typed)} t={t} />
    </>
  )
}

type Typed = {
  name: unknown
  active: unknown
  subsystems: readonly string[]
  rules: readonly Rule[]
}

function isChanged(company: CompanyDetails | undefined, typed: Typed): boolean {
  const before = { name: '', active: true, subsystems: [], ipAllowRules: [], ...company }
  return (
    typed.name !== before.name ||
    typed.active !== before.active ||
    typed.subsystems.toSorted().join(' ') !== before.subsystems.toSorted().join(' ') ||
    JSON.stringify(typed.rules.map(placeOf)) !== JSON.stringify(before.ipAllowRules.map(placeOf))
  )
}

function placeOf({ subsystem, cidr }: Rule): [string | null, string] {
  return [subsystem, cidr]
}
