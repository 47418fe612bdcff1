import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Platform } from '#web/ui/network-rules.tsx'
import type { CompanyDetails } from './contract.ts'
import { PlatformsOfUsers } from './platforms-of-users.tsx'
import { companyTabMessages } from './tab-messages.ts'
import styles from './page.module.css'

type Field = 'name' | 'active' | 'hasAll' | 'subsystems' | 'ipAllowRules'

type Props = {
  company: CompanyDetails
  platforms: readonly Platform[]
  tab: string | undefined
  onTab: (tab: string) => void
  users?: ((id: string, linkText: string) => ReactNode) | undefined
  activity?: ((id: string, linkText: string) => ReactNode) | undefined
  form: FormState<Field>
  /** The form with these of its fields. */
  edited: (fields?: ReactNode) => ReactNode
  facts: ReactNode
  networks: ReactNode
}

/** A company by what one comes for: its users, what they can open, from where, and what happened. */
export function CompanyTabs(props: Props) {
  const { company, platforms, form, edited, facts, networks, users, activity } = props
  const t = useMessages(companyTabMessages)
  const show = useKeptTab(props)
  const withForm = (content: ReactNode) => (
    <>
      {content}
      {edited()}
    </>
  )
  const tabs = [
    ...(users
      ? [{ id: 'users', text: t.tab_users, content: withForm(users(company.id, t.inList)) }]
      : []),
    {
      id: 'access',
      text: t.tab_access,
      content: (
        <div className={styles.parts}>
          <div className={`card ${styles.narrow}`}>{edited(facts)}</div>
          <PlatformsOfUsers company={company} platforms={platforms} />
        </div>
      ),
    },
    {
      id: 'networks',
      text: t.tab_networks,
      content: <div className={`card ${styles.wide}`}>{edited(networks)}</div>,
    },
    ...(activity
      ? [{ id: 'activity', text: t.tab_activity, content: withForm(activity(company.id, t.inLog)) }]
      : []),
  ]
  useTabOfFault(form, show)
  return <Tabs label={t.tabs} tabs={tabs} current={props.tab} onChange={show} />
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
    show(name === 'ipAllowRules' ? 'networks' : 'access')
    requestAnimationFrame(() => document.getElementById(`${form.id}-${name}`)?.focus())
  })
  useEffect(() => {
    if (form.attempt > 0) showFault()
  }, [form.attempt])
}
