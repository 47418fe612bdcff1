import * as adminLinks from '#contract/admin-links.ts'
import { useState } from 'react'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { companyActionMessages, messages, companyTabMessages } from './texts/messages.ts'
import { ActivationDialog } from './activation-dialog.tsx'
import type { CompanyDetails } from './contract.ts'
import styles from './page.module.css'

type Props = {
  company: CompanyDetails
  /** True if the page has unsaved changes, which another action would discard. */
  isDirty: boolean
  onReload: () => void
}

/** Shows the name, state and counts of a company, with the actions on the company as a whole. */
export function CompanyHead({ company, isDirty, onReload }: Props) {
  const words = useMessages(companyActionMessages)
  const [isAsking, setAsking] = useState(false)
  const { id, name, active } = company
  return (
    <header className={styles.top}>
      <PageTitle name={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <div className="button-row">
        {active && <ButtonTo to={adminLinks.invite({ company: id })}>{words.invite}</ButtonTo>}
        {!isDirty && (
          <Button variant={active ? 'danger-outline' : 'secondary'} onClick={() => setAsking(true)}>
            {active ? words.deactivate : words.activate}
          </Button>
        )}
      </div>
      <Numbers company={company} />
      {isAsking && (
        <ActivationDialog company={company} onClose={() => setAsking(false)} onDone={onReload} />
      )}
    </header>
  )
}

function Numbers({ company }: { company: CompanyDetails }) {
  const [t, words] = [useMessages(messages), useMessages(companyTabMessages)]
  const actions = useMessages(companyActionMessages)
  const { id, active, people, pendingInvitations: pending, withoutFactor, lastLogin } = company
  const lacking = actions.withoutFactor({ count: withoutFactor })
  return (
    <p className={styles.head}>
      <ActiveState active={active} t={t} />
      <span>
        {words.userCount({ count: people })}
        {pending > 0 && ` · ${words.pendingCount({ count: pending })}`}
        {withoutFactor > 0 && (
          <>
            {' '}
            ·{' '}
            <LinkTo to={adminLinks.users({ company: id, secondFactor: 'none' })}>{lacking}</LinkTo>
          </>
        )}
      </span>
      <span className={lastLogin === null ? 'visually-hidden' : undefined}>
        {t.lastLogin}: <Ago time={lastLogin} missing={t.never} />
      </span>
    </p>
  )
}
