import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { counted } from '#contract/locale.ts'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { companyActionMessages } from './action-messages.ts'
import { ActivationDialog } from './activation-dialog.tsx'
import type { CompanyDetails } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { companyTabMessages } from './tab-messages.ts'

type Props = {
  company: CompanyDetails
  /** What was changed on the page would be lost by another action. */
  isDirty: boolean
  onReload: () => void
}

/** Name, state and numbers of a company, and what is done with it as a whole. */
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
  const { locale } = useLocale()
  const { id, active, people, pendingInvitations: pending, withoutFactor, lastLogin } = company
  const lacking = counted(actions.withoutFactor, withoutFactor, locale)
  return (
    <p className={styles.head}>
      <ActiveState active={active} t={t} />
      <span>
        {counted(words.userCount, people, locale)}
        {pending > 0 && ` · ${counted(words.pendingCount, pending, locale)}`}
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
