import * as adminLinks from '#contract/admin-links.ts'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { useColon, useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ActionButton } from '#web/ui/action.tsx'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import { companyActionMessages, messages, companyTabMessages } from './texts/messages.ts'
import { useCompanyActions } from './actions.tsx'
import type { CompanyDetails } from './contract.ts'
import styles from './page.module.css'

type Props = {
  company: CompanyDetails
  /** True while changes are unsaved or being saved: another action would discard them. */
  isDirty: boolean
  onReload: () => void
}

/** Shows the name, state and counts of a company, with the actions on the company as a whole. */
export function CompanyHead({ company, isDirty, onReload }: Props) {
  const words = useMessages(companyActionMessages)
  const { activation } = useCompanyActions(onReload)(company)
  const { id, name, active } = company
  return (
    <header className={styles.top}>
      <PageTitle name={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <div className="button-row">
        {active && <ButtonTo to={adminLinks.invite({ company: id })}>{words.invite}</ButtonTo>}
        {!isDirty && (
          <ActionButton action={activation} variant={active ? 'danger-outline' : 'secondary'} />
        )}
      </div>
      <Numbers company={company} />
    </header>
  )
}

function Numbers({ company }: { company: CompanyDetails }) {
  const [t, words] = [useMessages(messages), useMessages(companyTabMessages)]
  const colon = useColon()
  const { locale } = useLocale()
  const actionTexts = useMessages(companyActionMessages)
  const { id, active, people, pendingInvitations: pending, withoutFactor, lastLogin } = company
  return (
    <p className={styles.head}>
      <ActiveState active={active} t={t} />
      <span>
        {listedCount(people, locale, (count) => words.userCount({ count }))}
        {pending > 0 && (
          <>
            {' · '}
            <LinkTo to={adminLinks.invitations({ company: id, state: 'open' })}>
              {listedCount(pending, locale, (count) => words.pendingCount({ count }))}
            </LinkTo>
          </>
        )}
        {withoutFactor > 0 && (
          <>
            {' · '}
            <LinkTo to={adminLinks.users({ company: id, secondFactor: 'none' })}>
              {listedCount(withoutFactor, locale, (count) => actionTexts.withoutFactor({ count }))}
            </LinkTo>
          </>
        )}
      </span>
      <span className={lastLogin === null ? 'visually-hidden' : undefined}>
        {t.lastLogin + colon}
        <Ago time={lastLogin} missing={t.never} />
      </span>
    </p>
  )
}
