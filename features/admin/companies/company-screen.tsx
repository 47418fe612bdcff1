import { useState, type ComponentProps, type ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { NetworkRule } from '#contract/network-rules.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { AllOrSome, allOrSome } from '#web/ui/all-or-some.tsx'
import { checkbox, list, text, type ControlsOf, type FieldsOf } from '#web/ui/codecs.ts'
import { TextField } from '#web/ui/fields.tsx'
import { SwitchField } from '#web/ui/record-fields.tsx'
import { targetOf, versionInput, type Target } from '#web/ui/form.tsx'
import { deactivation, RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useLockOutGuard } from '#web/parts/lock-out-guard.tsx'
import { networkMessages } from '#web/parts/texts/messages.ts'
import {
  NetworkRulesPreview,
  useNetworkPreview,
  type SavedRules,
} from '#web/parts/network-preview.tsx'
import { NetworkRules, type Platform } from '#web/parts/network-rules.tsx'
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
import { CompanyTabs, type VersionChange } from './company-tabs.tsx'
import { Suggestions } from './network-suggestions.tsx'
import styles from './page.module.css'

type CompanyRecord = { platforms: readonly Platform[]; company?: CompanyDetails; etag?: string }

export function CompanyPanel() {
  const t = useMessages(messages)
  const { etagOf, onDelegated } = useOwnVersions()
  return (
    <RecordScreen
      list={adminLinks.companies}
      linkOf={(id) => adminLinks.company({ id, tab: 'networks' })}
      load={loadCompany}
      t={t}
    >
      {({ platforms, company }, controls) => (
        <CompanyForm
          {...{ company, platforms, onDelegated }}
          {...controls}
          etag={etagOf(company)}
        />
      )}
    </RecordScreen>
  )
}

/**
 * Follows the version of a company through the admin's own changes of its delegation, which shares the version. Unsaved
 * edits of the company are kept, and another admin's change stays a conflict.
 */
function useOwnVersions() {
  const [changes, setChanges] = useState<readonly VersionChange[]>([])
  return {
    etagOf: (company: CompanyDetails | undefined) =>
      changes.reduce(
        (etag, { id, before, after }) => (id === company?.id && before === etag ? after : etag),
        company?.etag,
      ),
    onDelegated: (change: VersionChange) => setChanges((earlier) => [...earlier, change]),
  }
}

async function loadCompany(id: string | undefined, signal: AbortSignal): Promise<CompanyRecord> {
  const [platforms, company] = await Promise.all([
    call(listSubsystems, {}, { signal }),
    id === undefined ? undefined : call(getPartner, { params: { id } }, { signal }),
  ])
  return { platforms, ...(company && { company, etag: company.etag }) }
}

const fields = {
  name: text,
  active: checkbox,
  subsystems: allOrSome,
  ipAllowRules: list<NetworkRule>(),
} satisfies FieldsOf<typeof addPartner>

function targetFor({ company, etag }: Pick<FormProps, 'company' | 'etag'>): Target<{ id: string }> {
  if (!company) return targetOf(addPartner, {})
  return targetOf(changePartner, versionInput({ id: company.id, etag: etag ?? company.etag }))
}

type FormProps = RecordControls & {
  /** Undefined for a new company. */
  company: CompanyDetails | undefined
  /** The version that a save replaces. */
  etag: string | undefined
  platforms: readonly Platform[]
  onDelegated: (change: VersionChange) => void
}

function useCompanyForm(props: FormProps, onLatest: (latest: CompanyDetails) => void) {
  const { company, platforms, onDone, onAsked } = props
  const t = useMessages(messages)
  const { invalidCidr } = useMessages(networkMessages)
  const labels = { active: t.state, ipAllowRules: t.ranges }
  const record = useRecordForm(
    targetFor(props),
    { ...t, invalidCidr },
    {
      fields,
      values: company ?? { active: true },
      onAsked,
      ...(company && {
        findLatest: async () => {
          const latest = await call(getPartner, { params: { id: company.id } })
          onLatest(latest)
          return { values: latest, target: targetFor({ company: latest, etag: latest.etag }) }
        },
      }),
      onDone: ({ id }, { name }) => {
        showSuccess(t.saved({ name }))
        onDone(id)
      },
    },
  )
  return { ...record, labels, describe: describeWith(platforms, t) }
}

/** The form of a company. For an existing one, its parts are on several tabs, and a change of tab keeps the edits. */
function CompanyForm(props: FormProps) {
  const { company, platforms } = props
  const [t, words] = [useMessages(messages), useMessages(companyTabMessages)]
  const [latest, setLatest] = useState<CompanyDetails>()
  const record = useCompanyForm(props, setLatest)
  const { form } = record
  const { active, ipAllowRules } = form.values
  const { guarded: guardedForm, dialog } = useLockOutGuard(
    form,
    company && savedRulesOf(company),
    ipAllowRules,
  )
  const effect = t.openSessions({ count: company?.effect.openSessions ?? 0 })
  const renderForm = (content?: ReactNode) => (
    <RecordForm
      {...props}
      {...record}
      form={guardedForm}
      submit={company ? undefined : t.save}
      question={deactivation(company, active, effect, t)}
      t={{ ...words, ...t }}
    >
      {content}
    </RecordForm>
  )
  const parts = {
    facts: <TextField form={form} name="name" autoComplete="off" />,
    access: <Access {...{ form, platforms, company }} />,
    networks: <Networks form={form} company={company} platforms={platforms} />,
  }
  return (
    <>
      {company ? (
        <CompanyPage {...props} {...record} {...{ company, latest, renderForm, parts }} />
      ) : (
        <div className={`card ${styles.narrow}`}>
          {renderForm(
            <>
              {parts.facts}
              <SwitchField form={form} name="active" label={t.activeLabel} />
              {parts.access}
              {parts.networks}
            </>,
          )}
        </div>
      )}
      {dialog}
    </>
  )
}

type PageProps = ComponentProps<typeof CompanyTabs> &
  RecordControls &
  Pick<FormProps, 'etag'> & {
    isDirty: boolean
    /** The company as another admin has saved it meanwhile. */
    latest: CompanyDetails | undefined
  }

function CompanyPage({ isDirty, onReload, etag, latest, ...props }: PageProps) {
  const { company, form } = props
  const current = latest ?? { ...company, etag: etag ?? company.etag }
  const { Pending } = useParts()
  return (
    <>
      <CompanyHead company={current} onReload={onReload} isDirty={isDirty || form.isSending} />
      <Pending about={{ target: company.id }} />
      <CompanyTabs {...props} />
    </>
  )
}

/** Returns a function that describes the values of fields that are no texts, for a conflict. */
function describeWith(
  platforms: readonly Platform[],
  t: Record<'hasAll' | 'active' | 'deactivated', string>,
) {
  return (name: string, value: unknown): string | undefined => {
    if (name === 'active') return value === true ? t.active : t.deactivated
    if (name === 'subsystems') {
      if (value === null) return t.hasAll
      const names = platforms.filter(({ id }) => (value as string[]).includes(id))
      return names.map((platform) => platform.name).join(' · ')
    }
    if (name !== 'ipAllowRules') return undefined
    return (value as NetworkRule[]).map(({ cidr }) => cidr).join(' · ')
  }
}

type Form = FormState<keyof typeof fields, 'name', ControlsOf<typeof fields>>
type PartProps = Pick<FormProps, 'platforms'> & { form: Form }

/** The choice of platforms that the company's users can be granted access to. */
function Access({ form, platforms, company }: PartProps & Pick<FormProps, 'company'>) {
  const t = useMessages(messages)
  return (
    <AllOrSome
      form={form}
      name="subsystems"
      label={t.subsystems}
      all={t.hasAll}
      options={platforms}
      initial={company?.subsystems}
      empty={t.noPlatforms}
    />
  )
}

function Networks({ form, company, platforms }: PartProps & Pick<FormProps, 'company'>) {
  const rules = form.values.ipAllowRules
  const setRules = (changed: readonly NetworkRule[]) => form.set('ipAllowRules', changed)
  const preview = useNetworkPreview(company && savedRulesOf(company), rules)
  return (
    <>
      <NetworkRules
        {...{ form, platforms, rules, setRules }}
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
      call(previewAllowRules, { params: { id }, body: { ipAllowRules: rules } }, { signal }),
  }
}
