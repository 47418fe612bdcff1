import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { SwitchField, TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addPartner, changePartner, type CompanyDetails } from './contract.ts'
import { messages } from './messages.ts'
import { NetworkRules, NetworkRulesPreview, type Platform, type Rule } from './network-rules.tsx'

type Props = {
  /** Undefined for a new company. */
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
  onReload: () => void
  onAdded: (id: string) => void
}

export function CompanyForm(props: Props) {
  const { company, platforms, onReload } = props
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [subsystems, setSubsystems] = useState<readonly string[]>(company?.subsystems ?? [])
  const [rules, setRules] = useState<readonly Rule[]>(company?.ipAllowRules ?? [])
  const { form, conflict } = useCompanyForm(props, { subsystems, ipAllowRules: rules })
  return (
    <RecordForm
      form={form}
      record={company}
      effect={counted(t.openSessions, company?.effect.openSessions ?? 0, locale)}
      isDirty={isChanged(company, { ...form.values, subsystems, ipAllowRules: rules })}
      submit={t.save}
      {...{ conflict, onReload, t }}
    >
      <TextField form={form} name="name" autoComplete="off" />
      <SwitchField form={form} name="active" label={t.activeLabel} />
      <ChoiceGroup
        form={form}
        name="subsystems"
        options={platforms}
        chosen={subsystems}
        onChoose={setSubsystems}
        empty={t.noPlatforms}
      />
      <NetworkRules {...{ form, platforms, rules, setRules }} />
      {company && <NetworkRulesPreview id={company.id} rules={rules} />}
    </RecordForm>
  )
}

type Lists = { subsystems: readonly string[]; ipAllowRules: readonly Rule[] }

function useCompanyForm({ company, onReload, onAdded }: Props, lists: Lists) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const form = useForm(
    // Both endpoints take the same body and answer with an id; adding needs no etag.
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
      toBody: ({ name, active }) => ({ name, active, ...lists }),
      onRefused,
      onDone: (reply, { name }) => {
        showSuccess(fill(t.saved, { name: String(name) }))
        if (company) onReload()
        else onAdded(reply.id)
      },
    },
  )
  return { form, conflict }
}

type Values = Lists & { name: unknown; active: unknown }

function isChanged(company: CompanyDetails | undefined, values: Values): boolean {
  const before = company ?? { name: '', active: true, subsystems: [], ipAllowRules: [] }
  return JSON.stringify(comparable(values)) !== JSON.stringify(comparable(before))
}

function comparable({ name, active, subsystems, ipAllowRules }: Values) {
  const rules = ipAllowRules.map(({ subsystem, cidr }) => [subsystem, cidr])
  return [name, active, subsystems.toSorted(), rules]
}
