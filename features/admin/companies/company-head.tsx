import { useState, type ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
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

export type HeadLinks = {
  /** To the invitation of users; undefined where the admin may not invite. */
  inviteLink?: ((id: string, text: string) => ReactNode) | undefined
  /** To its users without a second factor; undefined where the admin may not see users. */
  lackingLink?: ((id: string, text: string) => ReactNode) | undefined
}

type Props = HeadLinks & {
  company: CompanyDetails
  /** What was changed on the page would be lost by another action. */
  isDirty: boolean
  onReload: () => void
}

/** Name, state and numbers of a company, and what is done with it as a whole. */
export function CompanyHead({ company, isDirty, onReload, ...links }: Props) {
  const words = useMessages(companyActionMessages)
  const [isAsking, setAsking] = useState(false)
  const { id, name, active } = company
  return (
    <header className={styles.top}>
      <PageTitle name={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <div className="button-row">
        {active && links.inviteLink?.(id, words.invite)}
        {!isDirty && (
          <Button variant={active ? 'danger-outline' : 'secondary'} onClick={() => setAsking(true)}>
            {active ? words.deactivate : words.activate}
          </Button>
        )}
      </div>
      <Numbers company={company} {...links} />
      {isAsking && (
        <ActivationDialog company={company} onClose={() => setAsking(false)} onDone={onReload} />
      )}
    </header>
  )
}

function Numbers({ company, lackingLink }: HeadLinks & { company: CompanyDetails }) {
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
        {withoutFactor > 0 && <> · {lackingLink ? lackingLink(id, lacking) : lacking}</>}
      </span>
      <span className={lastLogin === null ? 'visually-hidden' : undefined}>
        {t.lastLogin}: <Ago time={lastLogin} missing={t.never} />
      </span>
    </p>
  )
}
