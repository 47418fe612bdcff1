import type { ReactNode } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { guestMessages } from '#web/ui/guest-messages.ts'
import { invitationMessages } from '#web/ui/invitation-messages.ts'
import { PlatformTicks, type ChosenPlatform } from '#web/ui/platform-ticks.tsx'
import { CompanyBox } from './company-box.tsx'
import { messages } from './messages.ts'
import styles from './panel.module.css'
import type { Company, Terms } from './use-terms.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

type Props = {
  /** Leads to where a company gets platforms; undefined for an admin who may not. */
  accessLink: ((company: string, text: string) => ReactNode) | undefined
  terms: Terms
  setTerms: (terms: Terms) => void
  isAttempted: boolean
}

/** Company and platforms, once for all rows. */
export function TermsFields({ terms, setTerms, isAttempted, accessLink }: Props) {
  const [t, guests] = [useMessages(messages), useMessages(guestMessages)]
  const { company, platforms, language, redirectUrl } = terms
  return (
    <div className={styles.terms}>
      <CompanyBox
        chosen={company}
        fault={isAttempted && !company ? t.unknownPartner : undefined}
        onChoose={(chosen) => setTerms({ ...terms, company: chosen, platforms: [] })}
      />
      <Platforms
        {...{ company, accessLink }}
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

type PlatformsProps = Pick<Props, 'accessLink'> & {
  company: Company | undefined
  chosen: readonly ChosenPlatform[]
  onChoose: (chosen: readonly ChosenPlatform[]) => void
}

function Platforms({ company, chosen, onChoose, accessLink }: PlatformsProps) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const offered = company?.subsystems ?? []
  return (
    <Group legend={t.subsystems}>
      {!company && <p className="soft">{t.chooseFirst}</p>}
      {company && offered.length === 0 && (
        <p>
          <span className="soft">{t.noneOfCompany}</span>{' '}
          {accessLink?.(company.id, t.giveToCompany)}
        </p>
      )}
      <PlatformTicks {...{ offered, chosen, onChoose }} />
      {company?.hasAll && <p className="soft">{t.hasAll}</p>}
      {offered.length > 0 && chosen.length === 0 && <p className="soft">{t.noneTicked}</p>}
    </Group>
  )
}
