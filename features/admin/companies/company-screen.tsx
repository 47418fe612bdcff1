import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { NetworkRule } from '#contract/network-rules.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { SwitchField } from '#web/ui/record-fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useLockOutGuard } from '#web/ui/lock-out-guard.tsx'
import { networkMessages } from '#web/ui/texts/messages.ts'
import {
  NetworkRulesPreview,
  useNetworkPreview,
  type SavedRules,
} from '#web/ui/network-preview.tsx'
import { NetworkRules, type Platform } from '#web/ui/network-rules.tsx'
import {
  getPartner,
  listSubsystems,
  addPartner,
  changePartner,
  previewAllowRules,
  type CompanyDetails,
} from './contract.ts'
import { messages, companyTabMessages } from './texts/messages.ts'
import { CompanyHead } from './company-head.tsx'
import { CompanyTabs } from './company-tabs.tsx'
import { Suggestions } from './network-suggestions.tsx'
import styles from './page.module.css'

type Loaded = { platforms: readonly Platform[]; company?: CompanyDetails; etag?: string }

export function CompanyPanel() {
  const t = useMessages(messages)
  return (
    <RecordScreen
      list={adminLinks.companies}
      linkOf={(id) => adminLinks.company({ id, tab: 'networks' })}
      load={loadCompany}
      t={t}
    >
      {({ platforms, company }, controls) => (
        <CompanyForm {...{ company, platforms }} {...controls} />
      )}
    </RecordScreen>
  )
}

async function loadCompany(id: string | undefined, signal: AbortSignal): Promise<Loaded> {
  const [platforms, company] = await Promise.all([
    call(listSubsystems, {}, { signal }),
    id === undefined ? undefined : call(getPartner, { params: { id } }, { signal }),
  ])
  return { platforms, ...(company && { company, etag: company.etag }) }
}

type FormProps = RecordControls & {
  /** Undefined for a new company. */
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
}

/** A form with parts on two tabs. Unsaved changes survive a change of tab. */
function CompanyForm(props: FormProps) {
  const { company, platforms, onReload } = props
  const { Pending } = useParts()
  const [t, words] = [useMessages(messages), useMessages(companyTabMessages)]
  const before = company ?? newCompany
  const [chosen, setChosen] = useState(before.subsystems ?? platforms.map(({ id }) => id))
  const [rules, setRules] = useState(before.ipAllowRules)
  const { form, conflict } = useCompanyForm(props, { subsystems: chosen, ipAllowRules: rules })
  const saved = company && savedRulesOf(company)
  const { guarded, dialog } = useLockOutGuard(form, saved, rules)
  const preview = useNetworkPreview(saved, rules)
  const subsystems = form.values.hasAll ? null : chosen
  const isDirty = textOf({ ...form.values, subsystems, ipAllowRules: rules }) !== textOf(before)
  const facts = <Facts form={form} isNew={company === undefined} />
  const access = <Access {...{ form, platforms, setChosen }} chosen={subsystems} />
  const networks = <Networks {...{ form, platforms, company, preview, rules, setRules }} />
  const effect = t.openSessions({ count: company?.effect.openSessions ?? 0 })
  const shared = { form: guarded, record: company, effect, isDirty, conflict, onReload, t }
  if (!company) {
    return (
      <div className={`card ${styles.narrow}`}>
        <RecordForm {...shared} submit={t.save}>
          {facts}
          {access}
          {networks}
        </RecordForm>
      </div>
    )
  }
  return (
    <>
      <CompanyHead {...props} company={company} isDirty={isDirty || form.isSending} />
      <Pending about={{ target: company.id }} />
      <CompanyTabs
        {...props}
        company={company}
        form={form}
        edited={(fields) => <RecordForm {...shared}>{fields}</RecordForm>}
        parts={{ facts, access, networks }}
      />
      {(isDirty || conflict) && (
        <SaveBar form={form} t={{ ...words, save: t.save }} onCancel={props.onCancel} />
      )}
      {dialog}
    </>
  )
}

type NetworksProps = Parameters<typeof NetworkRules>[0] &
  Parameters<typeof NetworkRulesPreview>[0] & { company: CompanyDetails | undefined }

function Networks({ company, preview, ...list }: NetworksProps) {
  const { rules, setRules } = list
  return (
    <>
      <NetworkRules
        {...list}
        suggestions={(onChoose) =>
          company && <Suggestions company={company.id} {...{ rules, onChoose }} />
        }
      />
      <NetworkRulesPreview {...{ preview, rules, setRules }} />
    </>
  )
}

function savedRulesOf({ id, ipAllowRules }: CompanyDetails): SavedRules {
  return {
    companyId: id,
    rules: ipAllowRules,
    findPreview: (rules, signal) =>
      call(
        previewAllowRules,
        { params: { id }, body: { ipAllowRules: rules } },
        signal ? { signal } : {},
      ),
  }
}

type FactsProps = { form: FormState<'name' | 'active', 'name'>; isNew: boolean }

/** Fields for the name and, for a new company, the state. An existing company is activated in the page head. */
function Facts({ form, isNew }: FactsProps) {
  const t = useMessages(messages)
  return (
    <>
      <TextField form={form} name="name" autoComplete="off" />
      {isNew && <SwitchField form={form} name="active" label={t.activeLabel} />}
    </>
  )
}

type AccessProps = {
  form: FormState<'hasAll' | 'subsystems'>
  platforms: readonly Platform[]
  chosen: readonly string[] | null
  setChosen: (ids: readonly string[]) => void
}

/** The choice of platforms that the company's users can be granted access to. */
function Access({ form, platforms, chosen, setChosen }: AccessProps) {
  const t = useMessages(messages)
  return (
    <>
      <SwitchField form={form} name="hasAll" label={t.hasAll} />
      {chosen && (
        <ChoiceGroup
          form={form}
          name="subsystems"
          label={t.subsystems}
          options={platforms}
          chosen={chosen}
          onChoose={setChosen}
          empty={t.noPlatforms}
        />
      )}
    </>
  )
}

const newCompany = {
  name: '',
  active: true,
  subsystems: [] as readonly string[] | null,
  ipAllowRules: [] as readonly NetworkRule[],
}

type Lists = { subsystems: readonly string[] | null; ipAllowRules: readonly NetworkRule[] }

function useCompanyForm({ company, onCancel, onDone }: FormProps, lists: Lists) {
  const [t, words] = [useMessages(messages), useMessages(networkMessages)]
  const { conflict, onRefused } = useConflict()
  const { name, active, subsystems } = company ?? newCompany
  const form = useForm(
    // Both endpoints accept the same body and return an id; adding only needs no etag.
    company ? changePartner : (addPartner as unknown as typeof changePartner),
    { ...t, invalidCidr: words.invalidCidr },
    {
      empty: { name, active, hasAll: subsystems === null, subsystems: '', ipAllowRules: '' },
      ...(company && { params: { id: company.id }, headers: { 'if-match': company.etag } }),
      toBody: ({ hasAll, ...values }) => ({
        ...values,
        ...lists,
        ...(hasAll && { subsystems: null }),
      }),
      onRefused,
      // The change waits for approval, so the company has not changed.
      onAsked: onCancel,
      onDone: (reply, values) => {
        showSuccess(t.saved({ name: String(values.name) }))
        onDone(reply.id)
      },
    },
  )
  return { form, conflict }
}

type Values = Lists & { name: unknown; active: unknown }

/** Serializes the values of a form, so that equal values give equal text. Used to detect changes. */
function textOf({ name, active, subsystems, ipAllowRules }: Values): string {
  const rules = ipAllowRules.map(({ subsystem, cidr, name: named = '' }) => [
    subsystem,
    cidr,
    named,
  ])
  return JSON.stringify([name, active, subsystems?.toSorted(), rules])
}
