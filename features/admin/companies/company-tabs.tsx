import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { useParts } from '#web/parts/parts.ts'
import { Loading } from '#web/ui/loading.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Platform } from '#web/parts/network-rules.tsx'
import type { CompanyDetails } from './contract.ts'
import { PlatformsOfUsers } from './platforms-of-users.tsx'
import { companyTabMessages } from './texts/messages.ts'
import styles from './page.module.css'

const Delegation = lazyPart(
  async () => (await import('./delegation-panel.tsx')).Delegation,
  '/parts/delegation',
)

type Field = 'name' | 'active' | 'subsystems' | 'ipAllowRules'

/** The ETags of a company before and after a change. */
export type VersionChange = { id: string; before: string; after: string }

type Props = {
  company: CompanyDetails
  platforms: readonly Platform[]
  form: FormState<Field, never, { name: string }>
  /** Renders the form with the given fields; without fields, only its save bar for changes on other tabs. */
  renderForm: (fields?: ReactNode) => ReactNode
  /** Called after the delegation, which shares the company's version, was saved. */
  onDelegated: (change: VersionChange) => void
  /** Field groups of the form. */
  parts: Record<'facts' | 'access' | 'networks', ReactNode>
}

export function CompanyTabs(props: Props) {
  const { company, form, renderForm, parts } = props
  const { UsersAndInvitationsOfCompany } = useParts()
  const { search, onPart } = usePageSearch(adminLinks.company)
  const [maySeeUsers, maySeeLog] = [useMayOpen(adminLinks.users), useMayOpen(adminLinks.auditLog)]
  const t = useMessages(companyTabMessages)
  const { locale } = useLocale()
  // The tab's own form is lost with it. The form of the other tabs stays.
  const asksFirst = search.tab === 'delegation' && !form.isChanged
  const show = useShowTab(form, (tab) => onPart({ tab }, { asksFirst }))
  const withForm = (content: ReactNode) => (
    <>
      {content}
      {renderForm()}
    </>
  )
  const withCount = (text: string, count: number) =>
    count === 0 ? text : `${text} ${listedCount(count, locale)}`
  const tabs = [
    ...(maySeeUsers
      ? [
          {
            id: 'users',
            text: withCount(t.tab_users, company.people),
            content: withForm(<UsersAndInvitationsOfCompany company={company.id} />),
          },
        ]
      : []),
    { id: 'access', text: t.tab_access, content: <AccessTab {...props} /> },
    {
      id: 'networks',
      text: withCount(t.tab_networks, company.ipAllowRules.length),
      content: <div className="card">{renderForm(parts.networks)}</div>,
    },
    { id: 'delegation', text: t.tab_delegation, content: withForm(<DelegationTab {...props} />) },
    ...(maySeeLog
      ? [{ id: 'activity', text: t.tab_activity, content: withForm(<Activity id={company.id} />) }]
      : []),
    {
      id: 'settings',
      text: t.tab_settings,
      content: (
        <Panel title={t.details}>
          <div className={styles.fields}>{renderForm(parts.facts)}</div>
        </Panel>
      ),
    },
  ]
  return <Tabs label={t.tabs} tabs={tabs} current={search.tab} onChange={show} />
}

function Activity({ id }: { id: string }) {
  const { ActivityOfCompany } = useParts()
  const { search, onPart } = usePageSearch(adminLinks.company)
  return (
    <ActivityOfCompany
      company={id}
      period={search.period}
      onPeriod={(period) => onPart({ ...search, period })}
    />
  )
}

function DelegationTab({ company: { id, etag }, platforms, onDelegated }: Props) {
  return (
    <Suspense fallback={<Loading />}>
      <Delegation
        {...{ id, etag, platforms }}
        onSaved={(before, after) => onDelegated({ id, before, after })}
      />
    </Suspense>
  )
}

function AccessTab({ company, platforms, renderForm, parts }: Props) {
  const t = useMessages(companyTabMessages)
  return (
    <>
      <PlatformsOfUsers company={company} platforms={platforms} />
      <Panel title={t.companyPlatforms}>{renderForm(parts.access)}</Panel>
    </>
  )
}

/**
 * Returns the function that shows a tab. After a failed submit, shows and focuses the first invalid field if it is on
 * another tab.
 */
function useShowTab(form: Props['form'], onTab: (tab: string) => void): (tab: string) => void {
  const show = (tab: string) => {
    // Stores the typed name, because its field may be unmounted with the current tab.
    form.set('name', form.values.name)
    onTab(tab)
  }
  const showFault = useEffectEvent(() => {
    const [name] = Object.keys(form.faults.fields)
    if (name === undefined || document.getElementById(`${form.id}-${name}`)) return
    show(tabsOfFields[name] ?? 'access')
    requestAnimationFrame(() => document.getElementById(`${form.id}-${name}`)?.focus())
  })
  useEffect(() => {
    if (form.attempt > 0) showFault()
  }, [form.attempt])
  return show
}

const tabsOfFields: Readonly<Record<string, string>> = {
  ipAllowRules: 'networks',
  name: 'settings',
  active: 'settings',
}
