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
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'
import type { Company, Terms } from './use-terms.tsx'
import { usualPlatforms, useUsage } from './use-usage.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

type Props = {
  terms: Terms
  setTerms: (terms: Terms) => void
  isAttempted: boolean
  /** True if the platforms that most users of the chosen company have are selected for it. */
  isPreset: boolean
}

/** Fields that apply to all rows: company, platforms, preferred language and redirect URL. */
export function TermsFields({ terms, setTerms, isAttempted, isPreset }: Props) {
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
        isPreset={isPreset}
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
      <details open={redirectUrl !== ''}>
        <summary>{t.moreTerms}</summary>
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
      </details>
    </div>
  )
}

type PlatformsProps = {
  company: Company | undefined
  chosen: readonly ChosenPlatform[]
  onChoose: (chosen: readonly ChosenPlatform[]) => void
  isPreset: boolean
}

function Platforms({ company, chosen, onChoose, isPreset }: PlatformsProps) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const offered = company?.subsystems ?? []
  const mayOpenCompany = useMayOpen(adminLinks.company)
  const { usage, isLoading } = useUsage(company?.id, (loaded) => {
    if (isPreset && chosen.length === 0) onChoose(usualPlatforms(loaded))
  })
  const noteOf = (id: string) =>
    usage && usage.users > 0
      ? t.usual({ count: usage.users, users: usersOf(usage, id) })
      : undefined
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
      {/* Not while the usual platforms load, because their selection would undo a click. */}
      {!isLoading && <PlatformTicks {...{ offered, chosen, onChoose, noteOf }} />}
      {company?.hasAll && <p className="soft">{t.hasAll}</p>}
      {!isLoading && offered.length > 0 && chosen.length === 0 && (
        <Notice kind="warning">{t.noneTicked}</Notice>
      )}
    </Group>
  )
}

type Usage = NonNullable<Company['usage']>

function usersOf({ platforms }: Usage, id: string): number {
  return platforms.find((each) => each.id === id)?.users ?? 0
}
