import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages, useLocale } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { SwitchField, TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import {
  getPartner,
  listSubsystems,
  addPartner,
  changePartner,
  type CompanyDetails,
} from './contract.ts'
import { messages } from './messages.ts'
import { NetworkRules, NetworkRulesPreview, type Platform, type Rule } from './network-rules.tsx'
import styles from './page.module.css'

type Props = {
  /** Undefined for a new company. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** Undefined where the admin may not see users. */
  peopleLink?: ((id: string, text: string) => ReactNode) | undefined
  onAdded: (id: string) => void
}

export function CompanyPanel({ id, backLink, peopleLink, onAdded }: Props) {
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['company', id],
    queryFn: async ({ signal }) => {
      const [platforms, company] = await Promise.all([
        call(listSubsystems, {}, { signal }),
        id === undefined ? undefined : call(getPartner, { params: { id } }, { signal }),
      ])
      return { platforms, company }
    },
    ...whileEditing,
  })
  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ platforms, company }) => (
        <Fragment key={company?.etag}>
          <PageTitle name={company?.name ?? t.newTitle}>
            <bdi>{company?.name ?? t.newTitle}</bdi>
          </PageTitle>
          {id !== undefined && <div>{peopleLink?.(id, t.showPeople)}</div>}
          <div className={`card ${styles.narrow}`}>
            <CompanyForm
              company={company}
              platforms={platforms}
              onReload={() => void record.refetch()}
              onAdded={onAdded}
            />
          </div>
        </Fragment>
      )}
    </RecordPage>
  )
}

type FormProps = {
  /** Undefined for a new company. */
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
  onReload: () => void
  onAdded: (id: string) => void
}

function CompanyForm(props: FormProps) {
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

function useCompanyForm({ company, onReload, onAdded }: FormProps, lists: Lists) {
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
