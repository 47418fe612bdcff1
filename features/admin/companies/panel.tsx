import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages, useLocale } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { SwitchField } from '#web/ui/record-fields.tsx'
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
import { PlatformsOfUsers } from './platforms-of-users.tsx'
import { useLockOutGuard } from './lock-out-guard.tsx'
import {
  NetworkRules,
  NetworkRulesPreview,
  useNetworkPreview,
  type Platform,
  type Rule,
} from './network-rules.tsx'
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
          {company && <PlatformsOfUsers company={company} platforms={platforms} />}
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
  const before = company ?? newCompany
  const [chosen, setChosen] = useState(before.subsystems ?? platforms.map(({ id }) => id))
  const [rules, setRules] = useState(before.ipAllowRules)
  const { form, conflict } = useCompanyForm(props, { subsystems: chosen, ipAllowRules: rules })
  const { guarded, dialog } = useLockOutGuard(form, company, rules)
  const preview = useNetworkPreview(company, rules)
  const subsystems = form.values.hasAll ? null : chosen
  return (
    <>
      <RecordForm
        form={guarded}
        record={company}
        effect={counted(t.openSessions, company?.effect.openSessions ?? 0, locale)}
        isDirty={textOf({ ...form.values, subsystems, ipAllowRules: rules }) !== textOf(before)}
        submit={t.save}
        {...{ conflict, onReload, t }}
      >
        <TextField form={form} name="name" autoComplete="off" />
        <SwitchField form={form} name="active" label={t.activeLabel} />
        <SwitchField form={form} name="hasAll" label={t.hasAll} />
        {subsystems && (
          <ChoiceGroup
            form={form}
            name="subsystems"
            options={platforms}
            chosen={subsystems}
            onChoose={setChosen}
            empty={t.noPlatforms}
          />
        )}
        <NetworkRules
          {...{ form, platforms, rules, setRules }}
          yourAddress={company?.yourAddress}
        />
        <NetworkRulesPreview preview={preview} />
      </RecordForm>
      {dialog}
    </>
  )
}

const newCompany = {
  name: '',
  active: true,
  subsystems: [] as readonly string[] | null,
  ipAllowRules: [] as readonly Rule[],
}

type Lists = { subsystems: readonly string[] | null; ipAllowRules: readonly Rule[] }

function useCompanyForm({ company, onReload, onAdded }: FormProps, lists: Lists) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const { name, active, subsystems } = company ?? newCompany
  const form = useForm(
    // Both endpoints take the same body and answer with an id; adding needs no etag.
    company ? changePartner : (addPartner as unknown as typeof changePartner),
    t,
    {
      empty: { name, active, hasAll: subsystems === null, subsystems: '', ipAllowRules: '' },
      ...(company && { params: { id: company.id }, headers: { 'if-match': company.etag } }),
      toBody: ({ hasAll, ...values }) => ({
        ...values,
        ...lists,
        ...(hasAll && { subsystems: null }),
      }),
      onRefused,
      onDone: (reply, values) => {
        showSuccess(fill(t.saved, { name: String(values.name) }))
        if (company) onReload()
        else onAdded(reply.id)
      },
    },
  )
  return { form, conflict }
}

type Values = Lists & { name: unknown; active: unknown }

/** Equal for equal values: to find out whether a form was changed. */
function textOf({ name, active, subsystems, ipAllowRules }: Values): string {
  const rules = ipAllowRules.map(({ subsystem, cidr, name: named = '' }) => [
    subsystem,
    cidr,
    named,
  ])
  return JSON.stringify([name, active, subsystems?.toSorted(), rules])
}
