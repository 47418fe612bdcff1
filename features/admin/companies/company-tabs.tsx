import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { numberFormat } from '#contract/locale.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Loading } from '#web/ui/loading.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Platform } from '#web/ui/network-rules.tsx'
import type { CompanyDetails } from './contract.ts'
import { PlatformsOfUsers } from './platforms-of-users.tsx'
import { companyTabMessages } from './tab-messages.ts'
import styles from './page.module.css'

const Delegation = lazyPart(
  async () => (await import('./delegation-panel.tsx')).Delegation,
  '/parts/delegation',
)

type Field = 'name' | 'active' | 'hasAll' | 'subsystems' | 'ipAllowRules'

type Props = {
  company: CompanyDetails
  platforms: readonly Platform[]
  tab: string | undefined
  onTab: (tab: string) => void
  users?: ((company: CompanyDetails) => ReactNode) | undefined
  activity?: ((id: string, linkText: string) => ReactNode) | undefined
  form: FormState<Field>
  /** The form with these of its fields. */
  edited: (fields?: ReactNode) => ReactNode
  /** Of the form. */
  parts: Record<'facts' | 'access' | 'networks', ReactNode>
}

/** A company by what one comes for: its users, what they can open, from where, and what happened. */
export function CompanyTabs(props: Props) {
  const { company, form, edited, parts, users, activity } = props
  const t = useMessages(companyTabMessages)
  const { locale } = useLocale()
  const show = useKeptTab(props)
  const withForm = (content: ReactNode) => (
    <>
      {content}
      {edited()}
    </>
  )
  const count = (text: string, number: number) =>
    number === 0 ? text : `${text} ${numberFormat(locale).format(number)}`
  const tabs = [
    ...(users
      ? [
          {
            id: 'users',
            text: count(t.tab_users, company.people),
            content: withForm(users(company)),
          },
        ]
      : []),
    { id: 'access', text: t.tab_access, content: <AccessTab {...props} /> },
    {
      id: 'networks',
      text: count(t.tab_networks, company.ipAllowRules.length),
      content: <div className="card">{edited(parts.networks)}</div>,
    },
    {
      id: 'delegation',
      text: t.tab_delegation,
      content: withForm(<DelegationTab {...props} />),
    },
    ...(activity
      ? [{ id: 'activity', text: t.tab_activity, content: withForm(activity(company.id, t.inLog)) }]
      : []),
    {
      id: 'settings',
      text: t.tab_settings,
      content: (
        <Panel title={t.details}>
          <div className={styles.fields}>{edited(parts.facts)}</div>
        </Panel>
      ),
    },
  ]
  useTabOfFault(form, show)
  return <Tabs label={t.tabs} tabs={tabs} current={props.tab} onChange={show} />
}

function DelegationTab({ company, platforms }: Props) {
  return (
    <Suspense fallback={<Loading />}>
      <Delegation id={company.id} platforms={platforms} />
    </Suspense>
  )
}

function AccessTab({ company, platforms, edited, parts }: Props) {
  const t = useMessages(companyTabMessages)
  return (
    <>
      <PlatformsOfUsers company={company} platforms={platforms} />
      <Panel title={t.companyPlatforms}>{edited(parts.access)}</Panel>
    </>
  )
}

/** The elements hold what was typed: it is kept for when their tab is shown again. */
function useKeptTab({ form, onTab }: Props) {
  return (tab: string) => {
    for (const name of ['name', 'active', 'hasAll'] as const) form.set(name, form.values[name])
    onTab(tab)
  }
}

/** What is wrong is shown, on whichever tab it is. */
function useTabOfFault(form: FormState<Field>, show: (tab: string) => void): void {
  const showFault = useEffectEvent(() => {
    const [name] = Object.keys(form.faults.fields)
    if (name === undefined || document.getElementById(`${form.id}-${name}`)) return
    show(tabsOfFields[name] ?? 'access')
    requestAnimationFrame(() => document.getElementById(`${form.id}-${name}`)?.focus())
  })
  useEffect(() => {
    if (form.attempt > 0) showFault()
  }, [form.attempt])
}

const tabsOfFields: Readonly<Record<string, string>> = {
  ipAllowRules: 'networks',
  name: 'settings',
  active: 'settings',
}
