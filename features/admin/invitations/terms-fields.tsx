import * as adminLinks from '#contract/admin-links.ts'
import type { Locale } from '#contract/locale.ts'
import { LinkTo, useMayOpen } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { call } from '#web/api.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { CompanyBox } from '#web/parts/company-box.tsx'
import { guestMessages, invitationMessages } from '#web/parts/texts/messages.ts'
import { PlatformTicks, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { listInvitingPartners } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'
import type { Company, Terms } from './use-terms.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

type Props = {
  terms: Terms
  setTerms: (terms: Terms) => void
  isAttempted: boolean
}

/** Fields that apply to all rows: company, platforms, preferred language and redirect URL. */
export function TermsFields({ terms, setTerms, isAttempted }: Props) {
  const [t, guests] = [useMessages(messages), useMessages(guestMessages)]
  const words = useMessages(invitationMessages)
  const { company, platforms, language, redirectUrl } = terms
  return (
    <div className={`stack-5 ${styles.terms}`}>
      <CompanyBox
        name="company"
        label={words.company}
        find={(q, signal) => call(listInvitingPartners, { query: { q } }, { signal })}
        company={company}
        fault={isAttempted && !company ? t.unknownPartner : undefined}
        unclearText={t.unknownPartner}
        onChoose={(selected) => setTerms({ ...terms, company: selected, platforms: [] })}
      />
      <Platforms
        company={company}
        chosen={platforms}
        onChoose={(chosen) => setTerms({ ...terms, platforms: chosen })}
      />
      <label>
        {guests.preferredLanguage}
        <select
          value={language}
          onChange={({ target }) => setTerms({ ...terms, language: target.value as Locale })}
        >
          <LocaleOptions />
        </select>
      </label>
      <label>
        <span>
          {t.redirectUrl} <small className="soft">{t.redirectUrlHint}</small>
        </span>
        <input
          name="redirectUrl"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={redirectUrl}
          onChange={({ target }) => setTerms({ ...terms, redirectUrl: target.value })}
        />
      </label>
    </div>
  )
}

type PlatformsProps = {
  company: Company | undefined
  chosen: readonly ChosenPlatform[]
  onChoose: (chosen: readonly ChosenPlatform[]) => void
}

function Platforms({ company, chosen, onChoose }: PlatformsProps) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const offered = company?.subsystems ?? []
  const mayOpenCompany = useMayOpen(adminLinks.company)
  return (
    <Group legend={t.subsystems}>
      {!company && <p className="soft">{t.chooseFirst}</p>}
      {company && offered.length === 0 && (
        <p>
          <span className="soft">{t.noneOfCompany}</span>{' '}
          {mayOpenCompany && (
            <LinkTo to={adminLinks.company({ id: company.id, tab: 'access' })}>
              {t.giveToCompany}
            </LinkTo>
          )}
        </p>
      )}
      <PlatformTicks {...{ offered, chosen, onChoose }} />
      {company?.hasAll && <p className="soft">{t.hasAll}</p>}
      {offered.length > 0 && chosen.length === 0 && <p className="soft">{t.noneTicked}</p>}
    </Group>
  )
}
